import { registerRemoteVoices } from "#src/domain/voices/register-remote-voices.ts";
import { registerVoices } from "#src/domain/voices/register-voices.ts";
import type { Resources } from "#src/platform/resources.ts";
import { openEngineRegistration } from "#workers/runtime/engine-registry.ts";
import { exportDocumentHandler } from "#workers/synthesis/export-document.ts";
import { synthesizeSpeechHandler } from "#workers/synthesis/synthesize-speech.ts";
import { withModelDigest } from "#workers/runtime/hosted-models.ts";
import { kokoroEngine } from "#workers/synthesis/kokoro-engine.ts";
import { piperEngine } from "#workers/synthesis/piper-engine.ts";
import { openModelFolder } from "#workers/runtime/model-folder.ts";
import { runWorker } from "#workers/runtime/run.ts";
import type { SynthesisEngine } from "#workers/speech/engine.ts";
import { openEspeak } from "#workers/speech/engines/espeak-ng/open-espeak.ts";
import { openFlite } from "#workers/speech/engines/flite/open-flite.ts";
import { openRemoteSpeech } from "#workers/speech/engines/remote-speech/open-remote-speech.ts";
import { openAligner } from "#workers/speech/alignment/align-words.ts";
import { defaultModelDirectory } from "#workers/speech/alignment/run-pocketsphinx.ts";
import { reportConfinement } from "#workers/speech/process/confinement.ts";
import { speechVersion } from "#workers/synthesis/speech-version.ts";
import { openSynthesizer } from "#workers/speech/synthesizer.ts";
import { measureEngines, processObserver, reportOf } from "#workers/runtime/engine-metrics.ts";

/** Null where no server is configured. */
async function remoteSpeech(
  { config: { remoteTts }, db }: Resources,
  log: (message: string) => void,
): Promise<SynthesisEngine | null> {
  await registerRemoteVoices(db, remoteTts?.voices ?? []);
  if (remoteTts === null) return null;
  const languages = [...new Set(remoteTts.voices.map(({ language }) => language))];
  return withModelDigest(openRemoteSpeech({ ...remoteTts, languages, log }), [remoteTts.baseUrl, remoteTts.model]);
}

await runWorker({
  queue: "synthesis",
  concurrency: ({ config }) => config.workers.synthesisConcurrency,
  open: async (resources, engines) => {
    reportConfinement(resources.log);
    engines.use(await openModelFolder(resources));
    const { config } = resources;
    const log = (message: string): void => resources.log.warn(message);
    const observe = processObserver(resources);
    const kokoro = await kokoroEngine(config, { log, observe });
    const piper = await piperEngine(config, { log, observe });
    await registerVoices(resources.db, "piper", piper?.voices ?? []);
    const fallback = openEspeak();
    const remote = await remoteSpeech(resources, log);
    const neural = [remote, kokoro, piper?.engine ?? null].filter((engine) => engine !== null);
    const all = [...neural, openFlite(), fallback];
    const { synthesisEngines: segmentsAtOnce } = config.workers;
    const align = openAligner({ modelDirectory: defaultModelDirectory });
    const synthesizer = engines.adopt(openSynthesizer({ engines: all, fallback, segmentsAtOnce, align, log }), (part) =>
      part.close(),
    );
    measureEngines(resources, synthesizer);
    engines.use(await openEngineRegistration(resources, () => synthesizer.snapshots().map(reportOf)));
    const version = await speechVersion(synthesizer.snapshots().map(({ manifest }) => manifest));
    return {
      "synthesize-speech": synthesizeSpeechHandler(resources, synthesizer, version),
      "export-document": exportDocumentHandler(resources),
    };
  },
});
