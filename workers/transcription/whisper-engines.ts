import type { Config } from "#src/config.ts";
import { readCatalogue } from "#src/models/catalogue.ts";
import { fileOf, findInstalledModel } from "#src/models/installed.ts";
import { defaultIdleMs } from "#workers/runtime/hosted-models.ts";
import { openAligner } from "#workers/speech/alignment/align-words.ts";
import { defaultModelDirectory } from "#workers/speech/alignment/run-pocketsphinx.ts";
import {
  openWhisperServer,
  whisperServerManifest,
  type WhisperServerOptions,
} from "#workers/speech/engines/whisper-server/open-whisper-server.ts";
import type { EngineChoice } from "#workers/speech/recognizer.ts";
import { unavailableEngine } from "#workers/speech/unavailable-engine.ts";

type Options = Pick<WhisperServerOptions, "processes" | "directory" | "observe"> & {
  /** Null where the configuration names no time. */
  readonly idleMs: number | null;
  readonly log: (message: string) => void;
};

/**
 * The models of Whisper for CTranslate2 that SPEECH_MODELS names: they cost memory and time that Moonshine does not need. Those of
 * one language come first, since they read it as well and faster.
 */
export async function whisperEngines(
  { models }: Pick<Config, "models">,
  options: Options,
): Promise<readonly EngineChoice[]> {
  const entries = (await readCatalogue())
    .filter(({ name, loader }) => loader === "ctranslate2-whisper" && models.names.includes(name))
    .toSorted((one, other) => one.languages.length - other.languages.length);
  const choices: EngineChoice[] = [];
  for (const entry of entries) {
    const choice = await whisperEngine(whisperServerManifest(entry), models.directory, options);
    if (choice !== null) choices.push(choice);
  }
  return choices;
}

/** Null, which is logged, where something is not installed. */
async function whisperEngine(
  manifest: EngineChoice["manifest"],
  directory: string,
  options: Options,
): Promise<EngineChoice | null> {
  const { name } = manifest;
  const damages: string[] = [];
  const find = (model: string) => findInstalledModel(directory, model, (damage) => damages.push(damage));
  const [speech, voice] = [await find(name), await find("silero-vad")];
  if (damages.length > 0) return unavailableEngine(manifest, damages.join(" "));
  const python = speech?.python ?? null;
  if (speech === null || voice === null || python === null) {
    const missing = speech === null || python === null ? name : "silero-vad";
    options.log(`SPEECH_MODELS names ${name}, and ${missing} is not installed. Run: npm run models -- pull ${missing}`);
    return null;
  }
  const align = openAligner({ modelDirectory: defaultModelDirectory });
  const idleMs = options.idleMs ?? defaultIdleMs;
  const paths = { python, model: speech.directory, vad: fileOf(voice, "silero_vad.onnx") };
  return { manifest, open: () => openWhisperServer({ ...options, ...paths, manifest, idleMs, align }) };
}
