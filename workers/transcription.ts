import type { Config } from "#src/config.ts";
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
  pocketsphinxStatus,
} from "#workers/speech/engines/pocketsphinx/open-pocketsphinx.ts";
import { openRemoteRecognition, remoteManifest } from "#workers/speech/engines/remote/open-remote.ts";
import { reportConfinement } from "#workers/speech/process/confinement.ts";
import type { ObserveProcesses } from "#workers/speech/process/engine-process.ts";
import { type EngineChoice, openRecognizer } from "#workers/speech/recognizer.ts";
import { unusableEngine } from "#workers/speech/unusable-engine.ts";
import { measureEngines, processObserver, reportOf } from "#workers/watch-engines.ts";

/** What the engines share. */
interface EngineOptions {
  readonly processes: number;
  readonly directory: string;
  readonly idleMs: number | null;
  readonly log: (message: string) => void;
  readonly observe: ObserveProcesses;
}

await runWorker({
  queue: "transcription",
  concurrency: ({ config }) => config.workers.transcriptionConcurrency,
  shared: true,
  open: async (resources, engines) => {
    reportConfinement(resources.log);
    const { path: directory } = engines.use(await resources.workspace.folder("engine"));
    const { config } = resources;
    const { transcriptionDecoders: processes, engineIdleMs: idleMs } = config.workers;
    const log = (message: string): void => resources.log.warn(message);
    const options = { processes, directory, idleMs, log, observe: processObserver(resources) };
    const choices = [...remote(config, log), ...(await moonshine(config, options)), pocketsphinx(options)];
    const recognizer = engines.adopt(openRecognizer(choices, log), (part) => part.close());
    measureEngines(resources, recognizer);
    engines.use(await openEngineRegistration(resources, () => recognizer.standings().map(reportOf)));
    return { "transcribe-audio": transcribeAudioHandler(resources, recognizer) };
  },
});

function pocketsphinx(options: EngineOptions): EngineChoice {
  const status = pocketsphinxStatus;
  return { manifest: pocketsphinxManifest, open: () => openPocketsphinx(options), status };
}

/** None where no server is configured. */
function remote({ remoteAsr }: Config, log: (message: string) => void): readonly EngineChoice[] {
  if (remoteAsr === null) return [];
  return [{ manifest: remoteManifest(remoteAsr), open: () => openRemoteRecognition({ ...remoteAsr, log }) }];
}

/** None where its models are not installed; one that cannot work where they are damaged. */
async function moonshine({ models }: Config, options: EngineOptions): Promise<readonly EngineChoice[]> {
  const damages: string[] = [];
  const find = (name: string) => findInstalledModel(models.directory, name, (damage) => damages.push(damage));
  const [speech, voice] = [await find("moonshine-tiny-en"), await find("silero-vad")];
  if (damages.length > 0) return [unusableEngine(moonshineManifest, damages.join(" "))];
  if (speech === null || voice === null) return [];
  const fileOf = ({ name, files }: InstalledModel, file: string): string => {
    const path = files[file];
    if (path === undefined) throw new Error(`The model ${name} has no file ${file}.`);
    return path;
  };
  const model = {
    encoder: fileOf(speech, "encoder_model.ort"),
    mergedDecoder: fileOf(speech, "decoder_model_merged.ort"),
    tokens: fileOf(speech, "tokens.txt"),
  };
  const align = openAligner({ modelDirectory: defaultModelDirectory });
  const open = () => openMoonshine({ ...options, model, vad: fileOf(voice, "silero_vad.onnx"), align });
  return [{ manifest: moonshineManifest, open }];
}
