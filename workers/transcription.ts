import type { Config } from "#src/config.ts";
import { openEngineRegistration } from "#workers/engine-registry.ts";
import { transcribeAudioHandler } from "#workers/handlers/transcribe-audio.ts";
import { runWorker } from "#workers/run.ts";
import { sherpaEngines } from "#workers/sherpa-engines.ts";
import {
  openPocketsphinx,
  pocketsphinxManifest,
  pocketsphinxStatus,
} from "#workers/speech/engines/pocketsphinx/open-pocketsphinx.ts";
import { openRemoteRecognition, remoteManifest } from "#workers/speech/engines/remote/open-remote.ts";
import { reportConfinement } from "#workers/speech/process/confinement.ts";
import type { ObserveProcesses } from "#workers/speech/process/engine-process.ts";
import { type EngineChoice, openRecognizer } from "#workers/speech/recognizer.ts";
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
    const choices = [...remote(config, log), ...(await sherpaEngines(config, options)), pocketsphinx(options)];
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
