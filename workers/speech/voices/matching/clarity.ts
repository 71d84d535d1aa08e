import { Tensor, type InferenceSession } from "onnxruntime-node";
import { analysisRate } from "#workers/speech/audio/spectra.ts";

/** How people would rate a recording of speech, 1 to 5: the speech, the background (5: none is heard), all of it. */
export interface Clarity {
  readonly signal: number;
  readonly background: number;
  readonly overall: number;
}

/** The samples that DNSMOS takes at a time. */
const windowSamples = Math.floor(9.01 * analysisRate);
/** The most windows of a long recording, which lie at equal distances. */
const mostWindows = 6;

/** From what the network says to the scale of people, by the authors of DNSMOS P.835: the square term first. */
const scales = {
  signal: [-0.08397278, 1.22083953, 0.0052439],
  background: [-0.13166888, 1.60915514, -0.39604546],
  overall: [-0.06766283, 1.11546468, 0.04602535],
} as const;

const onScale = ([square, slope, start]: readonly [number, number, number], value: number): number =>
  square * value * value + slope * value + start;

/** Rates sound of 16 kHz by DNSMOS P.835 (Reddy et al. 2022). */
export async function rateClarity(model: InferenceSession, samples: Float32Array): Promise<Clarity> {
  const windows = windowsOf(samples);
  const sums = [0, 0, 0];
  for (const window of windows) {
    const found = await model.run({ input_1: new Tensor("float32", window, [1, windowSamples]) });
    const rating = Object.values(found)[0]?.data;
    if (!(rating instanceof Float32Array)) throw new Error("DNSMOS gave no rating.");
    for (const [at, value] of rating.entries()) sums[at] = (sums[at] ?? 0) + value / windows.length;
  }
  const [signal = 0, background = 0, overall = 0] = sums;
  return {
    signal: onScale(scales.signal, signal),
    background: onScale(scales.background, background),
    overall: onScale(scales.overall, overall),
  };
}

/** A short recording is repeated until it is long enough. */
function windowsOf(samples: Float32Array): readonly Float32Array[] {
  const length = Math.max(1, samples.length);
  if (length <= windowSamples)
    return [Float32Array.from({ length: windowSamples }, (_, at) => samples[at % length] ?? 0)];
  const count = Math.min(mostWindows, Math.ceil(length / windowSamples));
  return Array.from({ length: count }, (_, at) => {
    const start = Math.floor(((length - windowSamples) * at) / Math.max(1, count - 1));
    return samples.slice(start, start + windowSamples);
  });
}
