import { defaultEnginesOf } from "#src/domain/engines/default-engines.ts";
import { readyEngines } from "#src/domain/engines/manifest.ts";
import { openEngineRegistration } from "#workers/engine-registry.ts";
import { synthesizeSpeechHandler } from "#workers/handlers/synthesize-speech.ts";
import { runWorker } from "#workers/run.ts";
import { reportConfinement } from "#workers/speech/process/confinement.ts";
import { speechVersion } from "#workers/speech-version.ts";
import { openSynthesizer } from "#workers/speech/synthesizer.ts";

await runWorker({
  queue: "synthesis",
  concurrency: ({ config }) => config.workers.synthesisConcurrency,
  shared: true,
  open: async (resources, engines) => {
    reportConfinement(resources.log);
    engines.use(await openEngineRegistration(resources, () => readyEngines(defaultEnginesOf("synthesis"))));
    const segmentsAtOnce = resources.config.workers.synthesisEngines;
    const synthesizer = openSynthesizer({ segmentsAtOnce });
    return { "synthesize-speech": synthesizeSpeechHandler(resources, synthesizer, await speechVersion([])) };
  },
});
