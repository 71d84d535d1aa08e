import { synthesizeSpeechHandler } from "#workers/handlers/synthesize-speech.ts";
import { runWorker } from "#workers/run.ts";
import { openEspeak } from "#workers/speech/engines/espeak-ng/open-espeak.ts";
import { openFlite } from "#workers/speech/engines/flite/open-flite.ts";
import { openSynthesizer } from "#workers/speech/synthesizer.ts";

await runWorker({
  queue: "synthesis",
  concurrency: ({ config }) => config.workers.synthesisConcurrency,
  open: (resources) => {
    const fallback = openEspeak();
    const synthesizer = openSynthesizer({ engines: [openFlite(), fallback], fallback });
    return { "synthesize-speech": synthesizeSpeechHandler(resources, synthesizer) };
  },
});
