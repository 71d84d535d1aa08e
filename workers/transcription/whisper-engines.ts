import type { Config } from "#src/config.ts";
import { configuredNames, readCatalogue } from "#src/models/catalogue.ts";
import { fileOf, findInstalledModel } from "#src/models/installed.ts";
import { findPython } from "#src/models/program.ts";
import { defaultIdleMs } from "#workers/runtime/hosted-models.ts";
import { openAligner } from "#workers/speech/alignment/align-words.ts";
import { defaultModelDirectory } from "#workers/speech/alignment/run-pocketsphinx.ts";
import {
  openWhisperServer,
  whisperServerManifest,
  type WhisperServerOptions,
} from "#workers/speech/engines/whisper-server/open-whisper-server.ts";
import type { EngineManifest } from "#workers/speech/engine.ts";
import type { EngineChoice } from "#workers/speech/recognizer.ts";
import { awaitedEngine, type FoundModel } from "./awaited-engine.ts";

type Options = Pick<WhisperServerOptions, "processes" | "directory" | "observe" | "startsOnUse" | "niceness"> & {
  /** Null where the configuration names no time. */
  readonly idleMs: number | null;
  readonly log: (message: string) => void;
};

const loader = "ctranslate2-whisper";

/**
 * The models of Whisper for CTranslate2 that SPEECH_MODELS names, itself or by `auto`: they cost memory and time that Moonshine does not need. Those of
 * one language come first, since they read it as well and faster. One that is installed later is used from then on.
 */
export async function whisperEngines(
  { models }: Pick<Config, "models">,
  options: Options,
): Promise<readonly EngineChoice[]> {
  const catalogue = await readCatalogue();
  const { others } = configuredNames(catalogue, models.names);
  const entries = catalogue
    .filter((entry) => entry.loader === loader && others.includes(entry.name))
    .toSorted((one, other) => one.languages.length - other.languages.length);
  const choices: EngineChoice[] = [];
  for (const entry of entries) {
    const installed = await findInstalledModel(models.directory, entry.name);
    // An earlier release had other models under these names, which their own loaders go on using.
    if (installed !== null && installed.loader !== loader) continue;
    const manifest = whisperServerManifest(entry);
    const wanted = {
      manifest,
      program: entry.program?.name ?? "",
      isOptional: !models.names.includes(entry.name),
    };
    choices.push(await awaitedEngine(manifest, () => findModel(wanted, models.directory, options)));
  }
  return choices;
}

interface ModelToFind {
  readonly manifest: EngineManifest;
  /** The name of the program that runs the model. */
  readonly program: string;
  /** Whether `auto` alone names it, so that it may be missing. */
  readonly isOptional: boolean;
}

async function findModel(
  { manifest, program, isOptional }: ModelToFind,
  directory: string,
  options: Options,
): Promise<FoundModel> {
  const { name } = manifest;
  const damages: string[] = [];
  const find = (model: string) => findInstalledModel(directory, model, (damage) => damages.push(damage));
  const [speech, voice] = [await find(name), await find("silero-vad")];
  if (damages.length > 0) return { reason: damages.join(" ") };
  const python = await findPython(directory, program);
  if (speech === null || voice === null || python === null) {
    const pulled = speech === null || python === null ? name : "silero-vad";
    const missing = speech !== null && python === null ? "its program" : pulled;
    const reason = `${name} is not used yet: ${missing} is not installed. Run: npm run models -- pull ${pulled}`;
    return { reason, isOptional: isOptional && speech === null };
  }
  const align = openAligner({ modelDirectory: defaultModelDirectory });
  const idleMs = options.idleMs ?? defaultIdleMs;
  const paths = { python, model: speech.directory, vad: fileOf(voice, "silero_vad.onnx") };
  return { open: () => openWhisperServer({ ...options, ...paths, manifest, idleMs, align }) };
}
