import { frameLevels, quantile } from "./frames.ts";
import { trackPitch } from "./pitch-track.ts";

/** Frames quieter than the loud ones by this much are background. */
const backgroundDb = 35;

/** 40 ms, a short vowel. */
const shortestRun = 4;

/** Semitones from frame to frame beyond which a run of voice ends. */
const jumpSemitones = 1.5;

/** A voice is never as still as an instrument: median change of pitch, in semitones a frame, and spread of level, in dB. */
const stillestPitch = 0.02;
const stillestLevel = 0.4;

const semitones = (from: number, to: number): number => 12 * Math.log2(to / from);

const spread = (numbers: readonly number[]): number => {
  const mean = numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  return Math.sqrt(numbers.reduce((sum, number) => sum + (number - mean) ** 2, 0) / numbers.length);
};

const isVoice = (run: readonly number[], pitches: readonly number[], levels: readonly number[]): boolean => {
  if (run.length < shortestRun) return false;
  const moves = run.slice(1).map((frame) => Math.abs(semitones(pitches[frame - 1] ?? 1, pitches[frame] ?? 1)));
  return quantile(moves, 0.5) > stillestPitch && spread(run.map((frame) => levels[frame] ?? 0)) > stillestLevel;
};

/** The voiced frames of speech: periodic, loud enough, and varying unlike a held note. */
export const findVoicedFrames = (pitches: readonly number[], levels: readonly number[]): readonly number[] => {
  const floor = quantile(levels, 0.95) - backgroundDb;
  const runs: number[][] = [];
  for (const [frame, pitch] of pitches.entries()) {
    if (pitch === 0 || (levels[frame] ?? floor) <= floor) continue;
    const run = runs.at(-1);
    const joins = run?.at(-1) === frame - 1 && Math.abs(semitones(pitches[frame - 1] ?? 1, pitch)) < jumpSemitones;
    if (run && joins) run.push(frame);
    else runs.push([frame]);
  }
  return runs.filter((run) => isVoice(run, pitches, levels)).flat();
};

/** The median pitch of the voiced frames, in Hz; 0 where there is no voice. */
export const medianPitch = (samples: Float32Array, sampleRate: number): number => {
  const pitches = trackPitch(samples, sampleRate);
  const voiced = findVoicedFrames(pitches, frameLevels(samples, sampleRate));
  return quantile(
    voiced.map((frame) => pitches[frame] ?? 0),
    0.5,
  );
};
