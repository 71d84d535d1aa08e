import { integratedLoudness } from "./loudness.ts";
import type { Levels } from "./measure-level.ts";

/** LUFS, and dB of full scale; lossy formats may add half a dB to a peak. */
const targetLufs = -18;
const ceilingDb = -1.5;

/** More gain would only amplify noise. */
const maxGainDb = 24;
/** Limiting takes loudness, which is given back in so many rounds, to about so many LU. */
const rounds = 5;
const toleranceLu = 0.05;
/** The loss by limiting from which the speech is left quieter. */
const maxMakeUpDb = 3;

/** Frames of 10 ms to both sides in which the gain falls before a peak and rises after it. */
const limiterReach = 2;

const gainOf = (db: number): number => 10 ** (db / 20);

/** The gain of each frame, and of the limiter at the beginning of each and the end of the last, between which it is linear. */
export interface LevelPlan {
  readonly gains: Float64Array;
  readonly limits: Float64Array;
}

const gainTo = (energies: readonly number[]): number => {
  const loudness = integratedLoudness(energies);
  return loudness === -Infinity ? 1 : gainOf(Math.min(maxGainDb, targetLufs - loudness));
};

/** The least of the values from `from` to before `to`, as far as there are any; 1 at most. */
const leastOf = (values: Float64Array, from: number, to: number): number => {
  let least = 1;
  for (let at = Math.max(0, from); at < Math.min(values.length, to); at += 1) least = Math.min(least, values[at] ?? 1);
  return least;
};

const meanOf = (values: Float64Array, from: number, to: number): number => {
  const [start, end] = [Math.max(0, from), Math.min(values.length, to)];
  let sum = 0;
  for (let at = start; at < end; at += 1) sum += values[at] ?? 1;
  return end > start ? sum / (end - start) : 1;
};

/**
 * Peaks above the ceiling are brought down to it. The mean of least values over the same reach is nowhere above what either
 * frame beside the place may have, so no peak gets through.
 */
const limitsFor = (peaks: readonly number[], gains: Float64Array): Float64Array => {
  const ceiling = gainOf(ceilingDb);
  const allowed = gains.map((gain, frame) => Math.min(1, ceiling / Math.max((peaks[frame] ?? 0) * gain, 1e-9)));
  const least = allowed.map((_, at) => leastOf(allowed, at - limiterReach, at + limiterReach + 1));
  return new Float64Array(peaks.length + 1).map((_, at) => meanOf(least, at - limiterReach, at + limiterReach));
};

const energiesAfter = ({ energies }: Levels, { gains, limits }: LevelPlan): readonly number[] =>
  energies.map(
    (energy, frame) => energy * ((gains[frame] ?? 1) * (((limits[frame] ?? 1) + (limits[frame + 1] ?? 1)) / 2)) ** 2,
  );

/**
 * How sound gets to −18 LUFS with no true peak above −1.5 dB: by one gain for each speaker, whose index stands beside each
 * frame, and a limiter at the peaks that are then too high.
 */
export const planLevels = (levels: Levels, speakers: readonly number[]): LevelPlan => {
  const { energies, peaks } = levels;
  const gainsOfSpeakers = new Map(
    [...new Set(speakers)].map((speaker) => [speaker, gainTo(energies.filter((_, at) => speakers[at] === speaker))]),
  );
  let makeUpDb = 0;
  for (let round = 1; ; round += 1) {
    const makeUp = gainOf(makeUpDb);
    const gains = Float64Array.from(speakers, (speaker) => (gainsOfSpeakers.get(speaker) ?? 1) * makeUp);
    const plan = { gains, limits: limitsFor(peaks, gains) };
    const missing = targetLufs - integratedLoudness(energiesAfter(levels, plan));
    const next = Math.min(maxMakeUpDb, makeUpDb + missing);
    if (!Number.isFinite(missing) || Math.abs(next - makeUpDb) <= toleranceLu || round === rounds) return plan;
    makeUpDb = next;
  }
};

/** The gain that the sound of one speaker needs. */
export const gainFor = (levels: Levels): number =>
  planLevels(
    levels,
    levels.peaks.map(() => 0),
  ).gains[0] ?? 1;

/** The plan for a fixed gain, however loud it makes the sound. */
export const planWithGain = ({ peaks }: Levels, gain: number): LevelPlan => {
  const gains = new Float64Array(peaks.length).fill(gain);
  return { gains, limits: limitsFor(peaks, gains) };
};
