import type { Config } from "#src/config.ts";
import { readyEngines } from "#src/domain/engines/manifest.ts";
import { findInstalledModel, type InstalledModel } from "#src/models/installed.ts";
import { openEngineRegistration } from "#workers/engine-registry.ts";
import { transcribeAudioHandler } from "#workers/handlers/transcribe-audio.ts";
import { runWorker } from "#workers/run.ts";
import { moonshineManifest, openMoonshine } from "#workers/speech/engines/moonshine/open-moonshine.ts";
import { openAligner } from "#workers/speech/engines/pocketsphinx/align-words.ts";
import {
  defaultModelDirectory,
  openPocketsphinx,
  pocketsphinxManifest,
} from "#workers/speech/engines/pocketsphinx/open-pocketsphinx.ts";
import { openRemoteRecognition, remoteManifest } from "#workers/speech/engines/remote/open-remote.ts";
import {
  openWhisperServer,
  whisperServerManifest,
} from "#workers/speech/engines/whisper-server/open-whisper-server.ts";
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
    const { config } = resources;
    const processes = config.workers.transcriptionDecoders;
    const log = (message: string): void => resources.log.warn(message);
    const options = { processes, directory, log };
    const choices = [
      ...(await remote(config, options)),
      ...(await moonshine(config, options)),
      ...(await whisperServer(config, options)),
      pocketsphinx(options),
    ];
    const recognizer = engines.adopt(openRecognizer(choices, log), (part) => part.close());
    engines.use(await openEngineRegistration(resources, () => readyEngines(recognizer.manifests)));
    return { "transcribe-audio": transcribeAudioHandler(resources, recognizer) };
  },
});

function pocketsphinx(options: EngineOptions): EngineChoice {
  return { manifest: pocketsphinxManifest, open: () => openPocketsphinx(options) };
}

/** None where no server is configured. */
async function remote({ remoteAsr, models }: Config, options: EngineOptions): Promise<readonly EngineChoice[]> {
  if (remoteAsr === null) return [];
  const { processes, directory, log } = options;
  const aligner = { align: openAligner({ modelDirectory: defaultModelDirectory }), directory, processes };
  const voice = await findInstalledModel(models.directory, "silero-vad", log);
  const more = { aligner, log, ...(voice !== null && { vad: fileOf(voice, "silero_vad.onnx") }) };
  return [{ manifest: remoteManifest(remoteAsr), open: () => openRemoteRecognition({ ...remoteAsr, ...more }) }];
}

/** None where its models are not installed. */
async function moonshine({ models }: Config, options: EngineOptions): Promise<readonly EngineChoice[]> {
  const find = (name: string) => findInstalledModel(models.directory, name, options.log);
  const [speech, voice] = [await find("moonshine-tiny-en"), await find("silero-vad")];
  if (speech === null || voice === null) return [];
  const model = {
    encoder: fileOf(speech, "encoder_model.ort"),
    mergedDecoder: fileOf(speech, "decoder_model_merged.ort"),
    tokens: fileOf(speech, "tokens.txt"),
  };
  const align = openAligner({ modelDirectory: defaultModelDirectory });
  const open = () => openMoonshine({ ...options, model, vad: fileOf(voice, "silero_vad.onnx"), align });
  return [{ manifest: moonshineManifest, open }];
}

/** None unless SPEECH_MODELS names it, since it costs memory and time that Moonshine does not need. */
async function whisperServer({ models }: Config, options: EngineOptions): Promise<readonly EngineChoice[]> {
  const { name } = whisperServerManifest;
  if (!models.names.includes(name)) return [];
  const find = (model: string) => findInstalledModel(models.directory, model, options.log);
  const [speech, voice] = [await find(name), await find("silero-vad")];
  const python = speech?.python ?? null;
  if (speech === null || voice === null || python === null) {
    options.log(`SPEECH_MODELS names ${name}, which is not installed. Run: npm run models -- pull silero-vad ${name}`);
    return [];
  }
  const align = openAligner({ modelDirectory: defaultModelDirectory });
  const paths = { python, model: speech.directory, vad: fileOf(voice, "silero_vad.onnx") };
  return [{ manifest: whisperServerManifest, open: () => openWhisperServer({ ...options, ...paths, align }) }];
}

function fileOf({ name, files }: InstalledModel, file: string): string {
  const path = files[file];
  if (path === undefined) throw new Error(`The model ${name} has no file ${file}.`);
  return path;
}
