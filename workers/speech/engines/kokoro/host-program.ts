import { type LoadedModels, serveHost } from "#workers/speech/host/serve-host.ts";
import { hostModels, speakRequest } from "./host-requests.ts";
import { loadModel, remedyFor, type Speaker } from "./load-model.ts";

const sampleRate = 24_000;

/** "ok". */
const test = { phonemes: "ˌOkˈA.", voice: "af_heart", speed: 1, styleOffset: null, resampling: 1, equalizer: null };
/** It takes 1.1 s with its silence; a model that is damaged speaks much longer or not at all. */
const testSeconds = [0.4, 3] as const;
/** About −30 dB of full scale; it has −24 dB. */
const leastLevel = 1000;

serveHost(async (models) => {
  const parsed = hostModels.parse(models);
  const speak = await loadModel(parsed);
  return {
    selfTest: () => testModel(parsed.name, speak),
    run: (request) => speak(speakRequest.parse(request)),
  } satisfies LoadedModels;
});

/** Damaged files may load and then make noise, or nothing. */
async function testModel(name: string, speak: Speaker): Promise<string | null> {
  const { samples } = await speak(test);
  const seconds = samples.length / sampleRate;
  const level = Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
  const [least, most] = testSeconds;
  if (seconds >= least && seconds <= most && level >= leastLevel) return null;
  const found = `${seconds.toFixed(1)} s at a level of ${Math.round(level)}`;
  return `${name} does not say "ok" as it should (${found}): a file may be damaged. ${remedyFor(name)}`;
}
