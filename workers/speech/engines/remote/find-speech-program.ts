import { readFileSync } from "node:fs";
import { z } from "zod";
import { openSpeechDetector } from "#workers/speech/engines/sherpa/detect-speech.ts";
import { hostRequest } from "#workers/speech/engines/sherpa/host-requests.ts";
import { type LoadedModels, serveHost } from "#workers/speech/host/serve-host.ts";

/** What the host that finds speech is told: the file of Silero VAD. */
const speechModels = z.object({ vad: z.string().min(1) });

const fullScale = 32_768;
/** A sentence of flite's voice slt. */
const clip = new URL("../sherpa/test-clip.raw", import.meta.url);
const fault = "silero-vad found no speech in the test clip. Run: npm run models -- verify silero-vad";

/** A host that finds where there is speech, and does nothing else. */
serveHost((told) => {
  const findSpeech = openSpeechDetector(speechModels.parse(told).vad);
  // Copied, since an Int16Array begins at an even address.
  const test = new Int16Array(Uint8Array.from(readFileSync(clip)).buffer);
  const find = (samples: Int16Array) => findSpeech(Float32Array.from(samples, (sample) => sample / fullScale));
  return Promise.resolve({
    selfTest: async () => ((await find(test)).ranges.length > 0 ? null : fault),
    run: (asked) => find(hostRequest.parse(asked).samples),
  } satisfies LoadedModels);
});
