import type { RecognizedWord } from "#workers/speech/engine.ts";
import type { DecodedWord } from "./parse-output.ts";
import { framesPerSecond } from "#workers/speech/audio/sound-levels.ts";

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
