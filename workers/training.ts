import { trainVoiceHandler } from "#workers/training/train-voice.ts";
import { type OpenMatching, openVoiceMatching } from "#workers/training/voice-matching.ts";
import { processObserver } from "#workers/runtime/engine-metrics.ts";
import { openModelFolder } from "#workers/runtime/model-folder.ts";
import { runWorker } from "#workers/runtime/run.ts";
import { reportConfinement } from "#workers/speech/process/confinement.ts";

await runWorker({
  queue: "training",
  concurrency: ({ config }) => config.workers.trainingConcurrency,
  open: async (resources, engines) => {
    reportConfinement(resources.log);
    engines.use(await openModelFolder(resources));
    const { path: directory } = engines.use(await resources.workspace.folder("engine"));
    const log = (message: string): void => resources.log.warn(message);
    const { config } = resources;
    const options = { directory, log, observe: processObserver(resources) };
    let opened: Promise<OpenMatching> | undefined;
    engines.defer(async () => (await opened?.catch(() => null))?.close());
    // With the first training, since trainings are rare and the models need much memory.
    const openMatching = (): Promise<OpenMatching> => {
      opened ??= openVoiceMatching(config, options).catch((error: unknown) => {
        opened = undefined;
        throw error;
      });
      return opened;
    };
    return { "train-voice": trainVoiceHandler(resources, async () => (await openMatching()).matching) };
  },
});
