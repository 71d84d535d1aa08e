import type { RecognizedSegment, RecognizedWord } from "#workers/speech/engine.ts";
import type { DecodedWord } from "./parse-output.ts";
import { framesPerSecond } from "./sound-levels.ts";

/** Words further apart than this, in seconds, belong to different segments. */
const segmentGapSeconds = 0.5;

/**
 * The words of a piece with their times in the file, in seconds. `frames[n]` is the frame of the file that the decoder
 * heard as its n-th. A word that reaches over a shortened pause keeps its own length and stays on the side of its middle.
 */
export const wordTimes = (words: readonly DecodedWord[], frames: Uint32Array): readonly RecognizedWord[] =>
  words.map(({ word, fromFrame, toFrame, confidence }) => {
    const at = (index: number): number => frames[Math.min(index, frames.length - 1)] ?? 0;
    const middle = Math.floor((fromFrame + toFrame) / 2);
    const from = Math.max(at(fromFrame), at(middle) - (middle - fromFrame));
    const to = Math.min(at(toFrame - 1) + 1, at(middle) + (toFrame - middle));
    return { word, start: from / framesPerSecond, end: to / framesPerSecond, confidence };
  });

/** Joins words to stretches of speech between two pauses. */
export function joinSegments(words: readonly RecognizedWord[]): readonly RecognizedSegment[] {
  const groups: RecognizedWord[][] = [];
  for (const word of words) {
    const last = groups.at(-1)?.at(-1);
    if (last === undefined || word.start - last.end >= segmentGapSeconds) groups.push([word]);
    else groups.at(-1)?.push(word);
  }
  return groups.map((group, id) => ({
    id,
    start: group[0]?.start ?? 0,
    end: group.at(-1)?.end ?? 0,
    text: group.map(({ word }) => word).join(" "),
    confidence: toThousandth(group.reduce((sum, { confidence }) => sum + confidence, 0) / group.length),
  }));
}

/** As fine as the engine says it of a word. */
const toThousandth = (value: number): number => Math.round(value * 1000) / 1000;
