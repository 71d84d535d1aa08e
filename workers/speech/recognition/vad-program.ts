import { readFileSync } from "node:fs";
import { z } from "zod";
import { type LoadedModels, serveHost } from "#workers/speech/process/serve-host.ts";
import { hostRequest } from "./host-requests.ts";
import { openVoiceActivityDetector } from "./voice-activity.ts";

/** The models of the VAD host: the file of Silero VAD. */
const vadModels = z.object({ vad: z.string().min(1) });

const fullScale = 32_768;
/** A sentence of flite's voice slt. */
const clip = new URL("test-clip.raw", import.meta.url);
const fault = "silero-vad found no speech in the test clip. Run: npm run models -- verify silero-vad";

/** A host for voice activity detection only. */
serveHost((told) => {
  const detectSpeech = openVoiceActivityDetector(vadModels.parse(told).vad);
  // Copied, since an Int16Array begins at an even address.
  const test = new Int16Array(Uint8Array.from(readFileSync(clip)).buffer);
  const find = (samples: Int16Array) => detectSpeech(Float32Array.from(samples, (sample) => sample / fullScale));
  return Promise.resolve({
    selfTest: async () => ((await find(test)).ranges.length > 0 ? null : fault),
    run: (asked) => find(hostRequest.parse(asked).samples),
  } satisfies LoadedModels);
});
