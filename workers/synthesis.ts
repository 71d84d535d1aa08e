import { synthesizeSpeechHandler } from "#workers/handlers/synthesize-speech.ts";
import { runWorker } from "#workers/run.ts";
import { reportConfinement } from "#workers/speech/process/confinement.ts";
import { openSynthesizer } from "#workers/speech/synthesizer.ts";

await runWorker({
  queue: "synthesis",
  concurrency: ({ config }) => config.workers.synthesisConcurrency,
  open: (resources) => {
    reportConfinement(resources.log);
    return { "synthesize-speech": synthesizeSpeechHandler(resources, openSynthesizer()) };
  },
});
