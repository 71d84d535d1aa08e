import { integratedLoudness } from "./loudness.ts";
import type { Levels } from "./measure-level.ts";

/** LUFS, and dB of full scale; lossy formats may add half a dB to a peak. */
const targetLufs = -18;
const ceilingDb = -1.5;

/** More would make noise of what is hardly a sound. */
const maxGainDb = 24;
/** Limiting takes loudness, which is given back in so many rounds, to about so many LU. */
const rounds = 5;
const toleranceLu = 0.05;
/** What limiting may cost before the speech is left quieter. */
const maxMakeUpDb = 3;

/** Frames of 10 ms to both sides in which the gain falls before a peak and rises after it. */
const limiterReach = 2;

const gainOf = (db: number): number => 10 ** (db / 20);

/** The gain of each frame, and of the limiter at the beginning of each and the end of the last, between which it is linear. */
export interface LevelPlan {
  readonly gains: readonly number[];
  readonly limits: readonly number[];
}

const gainTo = (energies: readonly number[]): number => {
  const loudness = integratedLoudness(energies);
  return loudness === -Infinity ? 1 : gainOf(Math.min(maxGainDb, targetLufs - loudness));
};

const leastAround = (values: readonly number[], reach: number): readonly number[] =>
  values.map((_, at) => values.slice(Math.max(0, at - reach), at + reach + 1).reduce((a, b) => Math.min(a, b), 1));

/**
 * Peaks above the ceiling are brought down to it. The mean of least values over the same reach is nowhere above what either
 * frame beside the place may have, so no peak gets through.
 */
const limitsFor = (peaks: readonly number[], gains: readonly number[]): readonly number[] => {
  const ceiling = gainOf(ceilingDb);
  const allowed = peaks.map((peak, frame) => Math.min(1, ceiling / Math.max(peak * (gains[frame] ?? 1), 1e-9)));
  const least = leastAround(allowed, limiterReach);
  return Array.from({ length: peaks.length + 1 }, (_, at) => {
    const around = least.slice(Math.max(0, at - limiterReach), at + limiterReach);
    return around.reduce((sum, value) => sum + value, 0) / Math.max(1, around.length);
  });
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
    const gains = speakers.map((speaker) => (gainsOfSpeakers.get(speaker) ?? 1) * gainOf(makeUpDb));
    const plan = { gains, limits: limitsFor(peaks, gains) };
    const missing = targetLufs - integratedLoudness(energiesAfter(levels, plan));
    const isDone = !Number.isFinite(missing) || Math.abs(missing) <= toleranceLu || round === rounds;
    if (isDone || makeUpDb + missing > maxMakeUpDb) return plan;
    makeUpDb += missing;
  }
};
