import { defaultEnginesOf } from "#src/domain/engines/default-engines.ts";
import { readyEngines } from "#src/domain/engines/manifest.ts";
import { openEngineRegistration } from "#workers/engine-registry.ts";
import { transcribeAudioHandler } from "#workers/handlers/transcribe-audio.ts";
import { runWorker } from "#workers/run.ts";
import { openPocketsphinx } from "#workers/speech/engines/pocketsphinx/open-pocketsphinx.ts";
import { reportConfinement } from "#workers/speech/process/confinement.ts";

await runWorker({
  queue: "transcription",
  concurrency: ({ config }) => config.workers.transcriptionConcurrency,
  shared: true,
  open: async (resources, engines) => {
    reportConfinement(resources.log);
    const { path: directory } = engines.use(await resources.workspace.folder("engine"));
    const processes = resources.config.workers.transcriptionDecoders;
    const log = (message: string): void => resources.log.warn(message);
    const engine = engines.adopt(openPocketsphinx({ processes, directory, log }), (part) => part.close());
    const manifests = defaultEnginesOf("recognition");
    engines.use(await openEngineRegistration(resources, () => readyEngines(manifests)));
    return { "transcribe-audio": transcribeAudioHandler(resources, engine, manifests) };
  },
});
