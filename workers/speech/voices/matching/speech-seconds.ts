import { Tensor, type InferenceSession } from "onnxruntime-node";
import { analysisRate } from "./spectra.ts";

/** Silero VAD hears 32 ms at a time, with the 4 ms before. */
const [chunkSamples, contextSamples] = [512, 64];
const stateSize = 2 * 128;
/** Speech begins at the first and goes on while it is above the second. */
const thresholds = { begin: 0.5, stay: 0.35 } as const;
/** A pause of at most so many chunks, 0.3 s, belongs to the speech around it. */
const shortPause = 9;
/** Speech begins about so many chunks before it is noticed, and ends as many behind. */
const padding = 1;

/** How long there is speech in sound of 16 kHz, by Silero VAD. */
export async function speechSeconds(vad: InferenceSession, samples: Float32Array): Promise<number> {
  const rate = new Tensor("int64", BigInt64Array.of(BigInt(analysisRate)), []);
  let state: Tensor = new Tensor("float32", new Float32Array(stateSize), [2, 1, 128]);
  let [chunks, pause] = [0, Infinity];
  for (let start = 0; start < samples.length; start += chunkSamples) {
    const input = Float32Array.from(
      { length: contextSamples + chunkSamples },
      (_, at) => samples[start - contextSamples + at] ?? 0,
    );
    const found = await vad.run({ input: new Tensor("float32", input, [1, input.length]), state, sr: rate });
    state = found["stateN"] ?? state;
    pause += 1;
    const threshold = pause === 1 ? thresholds.stay : thresholds.begin;
    if (Number(found["output"]?.data[0] ?? 0) <= threshold) continue;
    chunks += pause <= shortPause + 1 ? pause : 1 + 2 * padding;
    pause = 0;
  }
  return (chunks * chunkSamples) / analysisRate;
}
