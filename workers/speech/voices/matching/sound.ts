import { quantile } from "#workers/speech/voices/frames.ts";
import { analysisRate } from "#workers/speech/audio/spectra.ts";

const fullScale = 32_768;

export const floatsOf = (samples: Int16Array): Float32Array => Float32Array.from(samples, (one) => one / fullScale);

const taps = 97;
const middle = (taps - 1) / 2;

/** A low pass at 8 kHz of 48 kHz, for the step from 24 to 16 kHz: a sinc under Blackman's window. */
const lowPass = Float64Array.from({ length: taps }, (_, at) => {
  const angle = (Math.PI * (at - middle)) / 3;
  const turn = (2 * Math.PI * at) / (taps - 1);
  const blackman = 0.42 - 0.5 * Math.cos(turn) + 0.08 * Math.cos(2 * turn);
  return (2 / 3) * (angle === 0 ? 1 : Math.sin(angle) / angle) * blackman;
});

/** 24 kHz to 16 kHz: up by two, of which every second sample is zero, filtered, down by three. */
export function to16k(samples: Float32Array): Float32Array {
  return Float32Array.from({ length: Math.ceil((samples.length * 2) / 3) }, (_, at) => {
    const centre = 3 * at + middle;
    let sum = 0;
    for (let from = Math.max(0, Math.ceil((centre - taps + 1) / 2)); 2 * from <= centre; from += 1) {
      sum += (samples[from] ?? 0) * (lowPass[centre - 2 * from] ?? 0);
    }
    return sum;
  });
}

export const rms = (samples: Float32Array): number =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, samples.length));

/** 30 ms. */
const blockSamples = 480;
/** Blocks quieter than the loud ones by this much are silence, */
const silenceDb = 35;
/** unless one so near is not. */
const keptAround = 3;
const leastBlocks = 10;

/** The sound without its silences of more than about 0.2 s. */
export function withoutSilence(samples: Float32Array): Float32Array {
  const blocks = Math.floor(samples.length / blockSamples);
  if (blocks < leastBlocks) return samples;
  const block = (at: number): Float32Array => samples.subarray(at * blockSamples, (at + 1) * blockSamples);
  const levels = Array.from({ length: blocks }, (_, at) => 20 * Math.log10(rms(block(at)) + 1e-5));
  const floor = quantile(levels, 0.95) - silenceDb;
  const isLoud = levels.map((level) => level > floor);
  const kept = levels.flatMap((_, at) =>
    isLoud.slice(Math.max(0, at - keptAround), at + keptAround + 1).includes(true) ? [at] : [],
  );
  const result = new Float32Array(kept.length * blockSamples);
  for (const [index, at] of kept.entries()) result.set(block(at), index * blockSamples);
  return result;
}

/** A share of the loudest sample; a clipped wave stays so near to it for some samples. */
const nearPeak = 0.985;
const clippedRun = 3;

/** The share of samples that lie in flat tops, as of a recording that was too loud. */
export function clippedShare(samples: Float32Array): number {
  const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  let [clipped, run] = [0, 0];
  for (const sample of samples) {
    run = peak > 0 && Math.abs(sample) >= nearPeak * peak ? run + 1 : 0;
    if (run >= clippedRun) clipped += run === clippedRun ? clippedRun : 1;
  }
  return clipped / Math.max(1, samples.length);
}

export const secondsOf = (samples: { readonly length: number }): number => samples.length / analysisRate;
