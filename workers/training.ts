import { trainVoiceHandler } from "#workers/handlers/train-voice.ts";
import { runWorker } from "#workers/run.ts";

await runWorker({
  queue: "training",
  concurrency: ({ config }) => config.workers.trainingConcurrency,
  shared: true,
  open: (resources) => ({ "train-voice": trainVoiceHandler(resources) }),
});
