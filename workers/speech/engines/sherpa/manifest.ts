import { statSync } from "node:fs";
import type { EngineManifest } from "#workers/speech/engine.ts";
import { modelKind } from "./model-kinds.ts";
import { vadName } from "#workers/speech/process/repair-advice.ts";

/** What is known of an installed model. */
interface Model extends Pick<EngineManifest, "name" | "languages" | "tier"> {
  readonly loader: string;
  /** Null where it was never measured. */
  readonly memoryMb: number | null;
  /** The paths of its files by their names. */
  readonly files: Readonly<Record<string, string>>;
}

/** Of a model that was never measured: what it works with, beside twice its files. */
const workingMb = 300;

/** What an engine with this model is and can do; null where sherpa-onnx is not what loads it. */
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
