import type { Config } from "#src/config.ts";
import { readyEngines } from "#src/domain/engines/manifest.ts";
import { openEngineRegistration } from "#workers/engine-registry.ts";
import { transcribeAudioHandler } from "#workers/handlers/transcribe-audio.ts";
import { runWorker } from "#workers/run.ts";
import { sherpaEngines } from "#workers/sherpa-engines.ts";
import { openPocketsphinx, pocketsphinxManifest } from "#workers/speech/engines/pocketsphinx/open-pocketsphinx.ts";
import { openRemoteRecognition, remoteManifest } from "#workers/speech/engines/remote/open-remote.ts";
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
    const choices = [...remote(config, log), ...(await sherpaEngines(config, options)), pocketsphinx(options)];
    const recognizer = engines.adopt(openRecognizer(choices, log), (part) => part.close());
    engines.use(await openEngineRegistration(resources, () => readyEngines(recognizer.manifests)));
    return { "transcribe-audio": transcribeAudioHandler(resources, recognizer) };
  },
});

function pocketsphinx(options: EngineOptions): EngineChoice {
  return { manifest: pocketsphinxManifest, open: () => openPocketsphinx(options) };
}

/** None where no server is configured. */
function remote({ remoteAsr }: Config, log: (message: string) => void): readonly EngineChoice[] {
  if (remoteAsr === null) return [];
  return [{ manifest: remoteManifest(remoteAsr), open: () => openRemoteRecognition({ ...remoteAsr, log }) }];
}
