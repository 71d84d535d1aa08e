import { quantile, stepSeconds } from "./frames.ts";

/** A syllable's loudest moment stands out from the quietest one before it by this much (de Jong & Wempe 2009). */
const dipDb = 2;

/** Silence this long is a pause, not part of the speaking time. */
const pauseFrames = 30;

/** Frames quieter than the loud ones by this much are silence. */
const silenceDb = 25;

const smooth = (levels: readonly number[]): readonly number[] =>
  levels.map((_, frame) => {
    const around = levels.slice(Math.max(0, frame - 1), frame + 2);
    return around.reduce((sum, level) => sum + level, 0) / around.length;
  });

/** Peaks of the level that stand out on both sides and have a pitch within 20 ms. */
const countNuclei = (levels: readonly number[], pitches: readonly number[], floor: number): number => {
  let nuclei = 0;
  let [peak, peakFrame, valley] = [-Infinity, -1, Infinity];
  for (const [frame, level] of levels.entries()) {
    if (level > peak && level > valley + dipDb) [peak, peakFrame] = [level, frame];
    if (peakFrame >= 0 && level < peak - dipDb) {
      const hasPitch = pitches.slice(Math.max(0, peakFrame - 2), peakFrame + 3).some((pitch) => pitch > 0);
      if (peak > floor && hasPitch) nuclei += 1;
      [peak, peakFrame, valley] = [-Infinity, -1, level];
    }
    valley = Math.min(valley, level);
  }
  return nuclei;
};

/** Frames that are neither silence nor in a pause. */
const countSpeaking = (levels: readonly number[], floor: number): number => {
  let [speaking, quiet] = [0, pauseFrames];
  for (const level of levels) {
    if (level > floor) {
      speaking += 1 + (quiet < pauseFrames ? quiet : 0);
      quiet = 0;
    } else quiet += 1;
  }
  return speaking;
};

/** Syllables in each second of speaking, pauses left out; 0 when there is none. Levels in dB and pitches in Hz by frame. */
export const syllableRate = (levels: readonly number[], pitches: readonly number[]): number => {
  const smoothed = smooth(levels);
  const floor = quantile(smoothed, 0.95) - silenceDb;
  const speakingSeconds = countSpeaking(smoothed, floor) * stepSeconds;
  return speakingSeconds === 0 ? 0 : countNuclei(smoothed, pitches, floor) / speakingSeconds;
};
