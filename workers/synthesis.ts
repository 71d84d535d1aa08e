import { synthesizeSpeechHandler } from "#workers/handlers/synthesize-speech.ts";
import { runWorker } from "#workers/run.ts";
import { reportConfinement } from "#workers/speech/process/confinement.ts";
import { openSynthesizer } from "#workers/speech/synthesizer.ts";

await runWorker({
  queue: "synthesis",
  concurrency: ({ config }) => config.workers.synthesisConcurrency,
  shared: true,
  open: (resources) => {
    reportConfinement(resources.log);
    const segmentsAtOnce = resources.config.workers.synthesisEngines;
    return { "synthesize-speech": synthesizeSpeechHandler(resources, openSynthesizer({ segmentsAtOnce })) };
  },
});
