import { openEngineRegistration } from "#workers/engine-registry.ts";
import { synthesizeSpeechHandler } from "#workers/handlers/synthesize-speech.ts";
import { kokoroEngine } from "#workers/kokoro-engine.ts";
import { runWorker } from "#workers/run.ts";
import { openEspeak } from "#workers/speech/engines/espeak-ng/open-espeak.ts";
import { openFlite } from "#workers/speech/engines/flite/open-flite.ts";
import { reportConfinement } from "#workers/speech/process/confinement.ts";
import { speechVersion } from "#workers/speech-version.ts";
import { openSynthesizer } from "#workers/speech/synthesizer.ts";
import { measureEngines, processObserver, reportOf } from "#workers/watch-engines.ts";

await runWorker({
  queue: "synthesis",
  concurrency: ({ config }) => config.workers.synthesisConcurrency,
  shared: true,
  open: async (resources, engines) => {
    reportConfinement(resources.log);
    const { config } = resources;
    const log = (message: string): void => resources.log.warn(message);
    const kokoro = await kokoroEngine(config, { log, observe: processObserver(resources) });
    const fallback = openEspeak();
    const all = [...(kokoro === null ? [] : [kokoro]), openFlite(), fallback];
    const { synthesisEngines: segmentsAtOnce } = config.workers;
    const synthesizer = engines.adopt(openSynthesizer({ engines: all, fallback, segmentsAtOnce, log }), (part) =>
      part.close(),
    );
    measureEngines(resources, synthesizer);
    engines.use(await openEngineRegistration(resources, () => synthesizer.standings().map(reportOf)));
    const version = await speechVersion(synthesizer.standings().map(({ manifest }) => manifest));
    return { "synthesize-speech": synthesizeSpeechHandler(resources, synthesizer, version) };
  },
});
