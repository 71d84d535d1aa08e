import { existsSync } from "node:fs";
import { join } from "node:path";
import { transcribeAudioHandler } from "#workers/handlers/transcribe-audio.ts";
import { runWorker } from "#workers/run.ts";
import { moonshineManifest, openMoonshine } from "#workers/speech/engines/moonshine/open-moonshine.ts";
import { openAligner } from "#workers/speech/engines/pocketsphinx/align-words.ts";
import {
  defaultModelDirectory,
  openPocketsphinx,
  pocketsphinxManifest,
} from "#workers/speech/engines/pocketsphinx/open-pocketsphinx.ts";
import { reportConfinement } from "#workers/speech/process/confinement.ts";
import { type EngineChoice, openRecognizer } from "#workers/speech/recognizer.ts";

/** What the engines share. */
interface EngineOptions {
  readonly processes: number;
  readonly directory: string;
  readonly log: (message: string) => void;
}

await runWorker({
  queue: "transcription",
  concurrency: ({ config }) => config.workers.transcriptionConcurrency,
  shared: true,
  open: async (resources, engines) => {
    reportConfinement(resources.log);
    const { path: directory } = engines.use(await resources.workspace.folder("engine"));
    const processes = resources.config.workers.transcriptionDecoders;
    const log = (message: string): void => resources.log.warn(message);
    const modelsFolder = join(resources.config.dataDir, "models");
    const options = { processes, directory, log };
    const choices = [...moonshine(modelsFolder, options), pocketsphinx(options)];
    const recognizer = engines.adopt(openRecognizer(choices, log), (part) => part.close());
    return { "transcribe-audio": transcribeAudioHandler(resources, recognizer) };
  },
});

function pocketsphinx(options: EngineOptions): EngineChoice {
  return { manifest: pocketsphinxManifest, open: () => openPocketsphinx(options) };
}

/** None where its models are not installed. */
function moonshine(modelsFolder: string, options: EngineOptions): readonly EngineChoice[] {
  const [speech, voice] = [findModel(modelsFolder, "moonshine-tiny-en"), findModel(modelsFolder, "silero-vad")];
  if (speech === null || voice === null) return [];
  const model = {
    encoder: join(speech, "encoder_model.ort"),
    mergedDecoder: join(speech, "decoder_model_merged.ort"),
    tokens: join(speech, "tokens.txt"),
  };
  const align = openAligner({ modelDirectory: defaultModelDirectory });
  const open = () => openMoonshine({ ...options, model, vad: join(voice, "silero_vad.onnx"), align });
  return [{ manifest: moonshineManifest, open }];
}

/** The folder of an installed model. */
function findModel(modelsFolder: string, name: string): string | null {
  const folder = join(modelsFolder, name);
  return existsSync(folder) ? folder : null;
}
