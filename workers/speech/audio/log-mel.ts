import { analysisRate, melFilters, melOf, powerSpectra } from "./spectra.ts";

export const logMelBands = 80;

const filters = melFilters(logMelBands);
const hopSamples = 160;
/** So many samples are mirrored at both ends: half a frame, in whole steps. */
const edgeSamples = 2 * hopSamples;
const edgeFrames = edgeSamples / hopSamples;
const leastVariance = 1e-7;
const fullScale = 32_768;
const leastPower = 1e-10;
/** Powers of ten below the loudest that are told apart. */
const depth = 8;

/**
 * The features that Whisper's encoders read, 80 rows with a value for each 10 ms, as `WhisperFeatureExtractor` of transformers makes
 * them with `do_normalize`: the sound gets a mean of 0 and a variance of 1, and begins with silence where it is shorter.
 * Of longer sound the end is taken.
 */
export function logMelOf(samples: Int16Array, seconds: number): Float32Array {
  const length = seconds * analysisRate;
  const frames = length / hopSamples;
  // Silence before the sound is the same in each frame, so that all but the last of it is measured once.
  const same = Math.max(0, Math.floor((length - samples.length - 2 * edgeSamples) / hopSamples));
  const measured = normalized(lastOf(samples, length)).subarray(same * hopSamples);
  const mel = melOf(powerSpectra(mirrored(measured)), filters);
  const logs = new Float32Array(logMelBands * frames);
  let highest = -Infinity;
  for (let frame = 0; frame < frames; frame += 1) {
    for (let band = 0; band < logMelBands; band += 1) {
      const row = Math.max(0, frame - same) + edgeFrames;
      const power = mel[row * logMelBands + band] ?? 0;
      const log = Math.log10(Math.max(leastPower, power));
      logs[band * frames + frame] = log;
      highest = Math.max(highest, log);
    }
  }
  return logs.map((log) => (Math.max(log, highest - depth) + 4) / 4);
}

function lastOf(samples: Int16Array, length: number): Float32Array {
  const last = new Float32Array(length);
  const taken = samples.subarray(Math.max(0, samples.length - length));
  last.set(taken, length - taken.length);
  return last;
}

function normalized(samples: Float32Array): Float32Array {
  const mean = samples.reduce((sum, sample) => sum + sample, 0) / samples.length;
  const variance = samples.reduce((sum, sample) => sum + (sample - mean) ** 2, 0) / samples.length;
  // The variance is that of samples of −1 to 1.
  const scale = 1 / Math.sqrt(variance + leastVariance * fullScale ** 2);
  return samples.map((sample) => (sample - mean) * scale);
}

/** Sound with its beginning and its end mirrored, without the first and last sample. */
function mirrored(samples: Float32Array): Float32Array {
  const whole = new Float32Array(samples.length + 2 * edgeSamples);
  whole.set(samples, edgeSamples);
  for (let at = 1; at <= edgeSamples; at += 1) {
    whole[edgeSamples - at] = samples[at] ?? 0;
    whole[edgeSamples + samples.length - 1 + at] = samples[samples.length - 1 - at] ?? 0;
  }
  return whole;
}
