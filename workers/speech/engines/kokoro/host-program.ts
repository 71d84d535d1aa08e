import { type LoadedModels, serveHost } from "#workers/speech/process/serve-host.ts";
import { speechFault } from "#workers/speech/synthesis/speech-fault.ts";
import { hostModels, speakRequest } from "./host-requests.ts";
import { repairAdvice } from "#workers/speech/process/repair-advice.ts";
import { loadModel, type Speaker } from "./load-model.ts";

/** "ok". */
const test = { phonemes: "ˌOkˈA.", voice: "af_heart", speed: 1, styleOffset: null, resampling: 1, equalizer: null };
/** It takes 1.1 s with its silence and has −24 dB; a model that is damaged speaks much longer or not at all. */
const expected = { sampleRate: 24_000, seconds: [0.4, 3], level: 1000 } as const;

serveHost(async (models) => {
  const parsed = hostModels.parse(models);
  const speak = await loadModel(parsed);
  return {
    selfTest: () => testModel(parsed.name, speak),
    run: (request) => speak(speakRequest.parse(request)),
  } satisfies LoadedModels;
});

async function testModel(name: string, speak: Speaker): Promise<string | null> {
  const { samples } = await speak(test);
  const fault = speechFault(samples, expected);
  return fault === null
    ? null
    : `${name} does not say "ok" as it should (${fault}): a file may be damaged. ${repairAdvice(name, "pull")}`;
}
