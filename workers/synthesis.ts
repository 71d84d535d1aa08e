import { synthesizeSpeechHandler } from "#workers/handlers/synthesize-speech.ts";
import { runWorker } from "#workers/run.ts";
import { openSynthesizer } from "#workers/speech/synthesizer.ts";

await runWorker({
  queue: "synthesis",
  concurrency: ({ config }) => config.workers.synthesisConcurrency,
  shared: true,
  open: (resources) => {
    const segmentsAtOnce = resources.config.workers.synthesisEngines;
    return { "synthesize-speech": synthesizeSpeechHandler(resources, openSynthesizer({ segmentsAtOnce })) };
  },
});
