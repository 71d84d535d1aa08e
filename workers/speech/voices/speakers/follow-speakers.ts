import { dot, meanEmbedding } from "#workers/speech/voices/matching/speaker-encoder.ts";
import { groupVoices, type Grouping, type VoiceWindow } from "./group-voices.ts";

/** Speakers are told for every hundredth of a second. */
export const framesPerSecond = 100;
/** A window counts for the sound so many seconds around its centre, the less the further it is. */
const reachSeconds = 0.8;
/** A frame without a speaker. */
export const noSpeaker = -1;

export interface PlacedWindow extends VoiceWindow {
  /** Seconds. */
  readonly centre: number;
}

/** The speaker of each frame of a recording, from 0 in the order of appearance; `noSpeaker` away from all windows, which are in order. */
export function followSpeakers(windows: readonly PlacedWindow[], frames: number, grouping: Grouping): Int8Array {
  const labels = groupVoices(windows, grouping);
  const speakers = [...new Set(labels)].map((speaker) =>
    meanEmbedding(windows.filter((_, index) => labels[index] === speaker).map(({ voice }) => voice)),
  );
  const likeness = windows.map(({ voice }) => speakers.map((speaker) => dot(speaker, voice)));
  const result = new Int8Array(frames).fill(noSpeaker);
  let first = 0;
  for (let frame = 0; frame < frames; frame += 1) {
    const at = frame / framesPerSecond;
    while ((windows[first]?.centre ?? Infinity) < at - reachSeconds) first += 1;
    const sums = speakers.map(() => 0);
    for (let index = first; (windows[index]?.centre ?? Infinity) <= at + reachSeconds; index += 1) {
      const weight = 1 - Math.abs((windows[index]?.centre ?? 0) - at) / (reachSeconds + 1 / framesPerSecond);
      for (const [speaker, sum] of sums.entries()) sums[speaker] = sum + weight * (likeness[index]?.[speaker] ?? 0);
    }
    if (first < windows.length && (windows[first]?.centre ?? Infinity) <= at + reachSeconds) {
      result[frame] = sums.indexOf(Math.max(...sums));
    }
  }
  return result;
}
