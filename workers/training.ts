import { trainVoiceHandler } from "#workers/handlers/train-voice.ts";
import { runWorker } from "#workers/run.ts";
import { reportConfinement } from "#workers/speech/process/confinement.ts";

await runWorker({
  queue: "training",
  concurrency: ({ config }) => config.workers.trainingConcurrency,
  shared: true,
  open: (resources) => {
    reportConfinement(resources.log);
    return { "train-voice": trainVoiceHandler(resources) };
  },
});
