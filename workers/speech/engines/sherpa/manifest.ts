import { statSync } from "node:fs";
import type { EngineManifest } from "#workers/speech/engine.ts";
import { modelKind } from "./model-kinds.ts";
import { vadName } from "#workers/speech/process/repair-advice.ts";

/** An installed model. */
interface Model extends Pick<EngineManifest, "name" | "languages" | "tier"> {
  readonly loader: string;
  /** Null where it was never measured. */
  readonly memoryMb: number | null;
  /** The paths of its files by their names. */
  readonly files: Readonly<Record<string, string>>;
}

/** The working memory of a model that was never measured, beside twice its files. */
const workingMb = 300;

/** The manifest of an engine with this model; null where sherpa-onnx does not load it. */
export function sherpaManifest({ name, loader, languages, tier, memoryMb, files }: Model): EngineManifest | null {
  const kind = modelKind(loader);
  if (kind === undefined) return null;
  return {
    ...{ name, kind: "recognition", languages, tier },
    detectsLanguage: kind.takesLanguage && languages.length > 1,
    memoryMb: memoryMb ?? Math.round(workingMb + 2 * megabytesOf(files)),
    requires: `The models ${name} and ${vadName}.`,
  };
}

const megabytesOf = (files: Model["files"]): number =>
  Object.values(files).reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0) / 2 ** 20;
