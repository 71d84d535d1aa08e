import { frameSeconds, openKWeighting } from "./loudness.ts";
import { joinedSamples, type SampleRange } from "./pcm-samples.ts";
import { polyphaseFilter } from "./polyphase.ts";

/** The measurements of sound, by frames of 10 ms. */
export interface Levels {
  /** The mean square of the K-weighted samples. */
  readonly energies: readonly number[];
  /** The true peak: the largest value at or between the samples. */
  readonly peaks: readonly number[];
}

/** BS.1770 takes true peaks at 192 kHz, which is eight times the rate of speech here. */
const between = polyphaseFilter({ phases: 8, taps: 24, cutoff: 1 });
/** True peaks are computed only near samples close to the largest one of their frame, */
const candidates = 0.7;
/** and only in frames close to the loudest so far: softer ones need no limiter. */
const loudFrames = 0.35;

const halfTaps = between.taps / 2;

const samplePeak = (samples: Float32Array, from: number, to: number): number => {
  let peak = 0;
  for (let at = from; at < to; at += 1) peak = Math.max(peak, Math.abs(samples[at] ?? 0));
  return peak;
};

/** The largest value of a range, of which `peak` is the largest sample. */
const truePeak = (samples: Float32Array, { from, to }: SampleRange, peak: number): number => {
  const least = candidates * peak;
  let largest = peak;
  for (let at = from; at < to; at += 1) {
    if (Math.abs(samples[at] ?? 0) < least && Math.abs(samples[at + 1] ?? 0) < least) continue;
    for (let phase = 1; phase < between.phases; phase += 1) {
      largest = Math.max(largest, Math.abs(between.valueAt(samples, at - halfTaps + 1, phase)));
    }
  }
  return largest;
};

/** Measures sound that comes some samples at a time. The last frame is filled up with silence. */
export async function measureLevels(chunks: AsyncIterable<Float32Array>, sampleRate: number): Promise<Levels> {
  const frame = Math.round(frameSeconds * sampleRate);
  const weigh = openKWeighting(sampleRate);
  const [energies, peaks]: [number[], number[]] = [[], []];
  let held = new Float32Array(halfTaps);
  let loudest = 0;
  const take = (samples: Float32Array, ahead: number): void => {
    const all = joinedSamples(held, samples);
    let at = halfTaps;
    for (; at + frame + ahead <= all.length; at += frame) {
      energies.push(weigh(all, at, at + frame) / frame);
      const peak = samplePeak(all, at, at + frame);
      loudest = Math.max(loudest, peak);
      peaks.push(peak < loudFrames * loudest ? peak : truePeak(all, { from: at, to: at + frame }, peak));
    }
    held = all.slice(at - halfTaps);
  };
  for await (const chunk of chunks) take(chunk, halfTaps);
  const rest = held.length - halfTaps;
  if (rest > 0) take(new Float32Array(Math.ceil(rest / frame) * frame - rest), 0);
  return { energies, peaks };
}
