import type { Config } from "#src/config.ts";
import { unsupportedLanguage } from "#src/domain/engines/pull-advice.ts";
import { recognitionModels } from "#src/models/catalogue.ts";
import { fileOf, findInstalledModel } from "#src/models/installed.ts";
import { openEngineRegistration } from "#workers/runtime/engine-registry.ts";
import { transcribeAudioHandler } from "#workers/transcription/transcribe-audio.ts";
import { openSpeakerFinder } from "#workers/transcription/follow-speakers.ts";
import { openModelFolder } from "#workers/runtime/model-folder.ts";
import { runWorker } from "#workers/runtime/run.ts";
import { sherpaEngines } from "#workers/transcription/sherpa-engines.ts";
import { whisperEngines } from "#workers/transcription/whisper-engines.ts";
import { openAligner } from "#workers/speech/alignment/align-words.ts";
import { defaultModelDirectory } from "#workers/speech/alignment/run-pocketsphinx.ts";
import { openPocketsphinx, pocketsphinxManifest } from "#workers/speech/engines/pocketsphinx/open-pocketsphinx.ts";
import { openRemoteRecognition, remoteManifest } from "#workers/speech/engines/remote/open-remote.ts";
import { openVadHost, type VadHost } from "#workers/speech/recognition/vad-host.ts";
import { reportConfinement } from "#workers/speech/process/confinement.ts";
import type { ObserveProcesses } from "#workers/speech/process/engine-process.ts";
import { type EngineChoice, openRecognizer } from "#workers/speech/recognizer.ts";
import { measureEngines, processObserver, reportOf } from "#workers/runtime/engine-metrics.ts";

/** The options that the engines share. */
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
  open: async (resources, engines) => {
    reportConfinement(resources.log);
    engines.use(await openModelFolder(resources));
    const { path: directory } = engines.use(await resources.workspace.folder("engine"));
    const { config } = resources;
    const { transcriptionDecoders: processes, engineIdleMs: idleMs } = config.workers;
    const log = (message: string): void => resources.log.warn(message);
    const options = { processes, directory, idleMs, log, observe: processObserver(resources) };
    const speech = await openSpeechSearch(config, options, engines);
    const choices = [
      ...remote(config, { ...options, ...speech }),
      ...(await sherpaEngines(config, options)),
      ...(await whisperEngines(config, options)),
      pocketsphinx({ ...options, ...speech }),
    ];
    const models = await recognitionModels(config.models.names);
    const unsupported = (language: string): string => unsupportedLanguage(models, language);
    const recognizer = engines.adopt(openRecognizer(choices, { log, unsupported }), (part) => part.close());
    measureEngines(resources, recognizer);
    engines.use(await openEngineRegistration(resources, () => recognizer.snapshots().map(reportOf)));
    const speakers = engines.adopt(openSpeakerFinder(config, { idleMs, log }), (part) => part.close());
    return { "transcribe-audio": transcribeAudioHandler(resources, recognizer, speakers) };
  },
});

/** Opens the search for speech, where its model is installed, for engines that have none. They share its host, which starts on first use. */
async function openSpeechSearch(
  { models }: Config,
  { log }: EngineOptions,
  engines: AsyncDisposableStack,
): Promise<Searching> {
  const voice = await findInstalledModel(models.directory, "silero-vad", log);
  if (voice === null) return {};
  const speech = engines.adopt(openVadHost({ vad: fileOf(voice, "silero_vad.onnx"), log }), (host) => host.close());
  return { speech };
}

interface Searching {
  readonly speech?: VadHost;
}

function pocketsphinx(options: EngineOptions & Searching): EngineChoice {
  const engine = openPocketsphinx(options);
  return { manifest: pocketsphinxManifest, open: () => engine, status: () => engine.status() };
}

/** One engine for each configured server. All are opened at once, so that the health of each is known. */
function remote({ remoteAsr }: Config, options: EngineOptions & Searching): readonly EngineChoice[] {
  const { processes, directory, log: logShared, speech } = options;
  const aligner = { align: openAligner({ modelDirectory: defaultModelDirectory }), directory, processes };
  const more = { aligner, ...(speech !== undefined && { speech }) };
  return remoteAsr.map((server) => {
    const log = (message: string): void => logShared(`${server.name}: ${message}`);
    const open = () => openRemoteRecognition({ ...server, ...more, log });
    return { manifest: remoteManifest(server), opensAtOnce: true, open };
  });
}
