import { accessSync, readFileSync } from "node:fs";
import ort from "onnxruntime-node";
import { openSession, type Session } from "#workers/speech/process/open-session.ts";
import { type LoadedModels, serveHost } from "#workers/speech/process/serve-host.ts";
import { type HeardVoice, voiceModels, type VoiceRequest, voiceRequest, windowSamples } from "./voice-requests.ts";

const fullScale = 32_768;
const sampleRate = 16_000n;
/** The model reads the last samples of the window before again. */
const contextSamples = 64;
/** Its recurrent state: 2 layers of 128 numbers. */
const stateShape = [2, 1, 128];
const stateLength = 256;

/** "How old is the bridge?", spoken by flite's voice slt. */
const clip = new URL("../recognition/test-clip.raw", import.meta.url);
const sure = 0.5;
const leastWindows = 10;
const remedy = "Run: npm run models -- verify silero-vad";

/** A host that follows voices in streams by Silero VAD. It keeps nothing of them: the memory of each comes with the request. */
serveHost(async (told) => {
  const { vad } = voiceModels.parse(told);
  try {
    accessSync(vad);
  } catch {
    throw new Error(`The file ${vad} is missing. ${remedy}`);
  }
  const session = await openSession(vad, { threads: 1, keepsMemory: true });
  // Copied, since an Int16Array begins at an even address.
  const test = new Int16Array(Uint8Array.from(readFileSync(clip)).buffer);
  return {
    selfTest: async () => {
      const whole = test.subarray(0, test.length - (test.length % windowSamples));
      const { probabilities } = await hear(session, { samples: whole, memory: null });
      const isHeard = probabilities.filter((probability) => probability > sure).length >= leastWindows;
      return isHeard ? null : `silero-vad heard no voice in the test clip: its file may be damaged. ${remedy}`;
    },
    run: (asked) => hear(session, voiceRequest.parse(asked)),
  } satisfies LoadedModels;
});

async function hear(session: Session, { samples, memory }: VoiceRequest): Promise<HeardVoice> {
  const known = memory ?? new Float32Array(stateLength + contextSamples);
  let state = known.slice(0, stateLength);
  const input = new Float32Array(contextSamples + windowSamples);
  input.set(known.subarray(stateLength));
  const probabilities: number[] = [];
  for (let from = 0; from < samples.length; from += windowSamples) {
    for (let index = 0; index < windowSamples; index += 1) {
      input[contextSamples + index] = (samples[from + index] ?? 0) / fullScale;
    }
    const { output, stateN } = await session.run({
      input: new ort.Tensor("float32", input, [1, input.length]),
      state: new ort.Tensor("float32", state, stateShape),
      sr: new ort.Tensor("int64", BigInt64Array.of(sampleRate), []),
    });
    if (!(output?.data instanceof Float32Array) || !(stateN?.data instanceof Float32Array)) {
      throw new Error("silero-vad gave an unexpected answer.");
    }
    probabilities.push(output.data[0] ?? 0);
    state = Float32Array.from(stateN.data);
    input.copyWithin(0, windowSamples);
  }
  const next = new Float32Array(stateLength + contextSamples);
  next.set(state);
  next.set(input.subarray(0, contextSamples), stateLength);
  return { probabilities, memory: next };
}
