import type { AlignedWord } from "./align-words.ts";
import type { Piece, Range } from "#workers/speech/audio/piece.ts";
import { hasLetter, splitSpaceless } from "#workers/speech/text/scripts.ts";
import type { SpokenWord } from "./words-of-tokens.ts";
import { toMillisecond } from "./to-millisecond.ts";

/** A word with its punctuation, and its times in the file in seconds. */
export interface TimedTranscriptWord {
  readonly written: string;
  readonly start: number;
  readonly end: number;
  readonly confidence: number;
  /** The words in which a number was said. */
  readonly spoken?: string | undefined;
}

/** The confidence of a word with an estimated time; it has no meaning. */
const unknownConfidence = 0.5;

const sampleRate = 16_000;
const dash = /^[-–—]$/u;
const sentenceEnd = /[.!?…]["'”’»)]*$/u;
/** Signs that belong to a word. */
const signs: ReadonlySet<string> = new Set(["$", "€", "£", "%", "°"]);

/**
 * The words of a text; punctuation that stands alone belongs to the word before it. A dash behind a sentence is left out: a model
 * writes it where it believes that another person speaks. Where a script has no spaces each letter is a word.
 */
export function wordsIn(text: string): readonly string[] {
  const words: string[] = [];
  for (const token of text.split(/\s/).filter((part) => part !== "")) {
    if (hasLetter(token)) words.push(...splitSpaceless(token));
    else if (words.length > 0 && !(dash.test(token) && sentenceEnd.test(words.at(-1) ?? ""))) {
      words.push(`${words.pop() ?? ""} ${token}`);
    }
  }
  return words;
}

/** A word without the punctuation around it. */
export function bareWord(written: string): string {
  const letters = [...written];
  const isPart = (letter: string): boolean => hasLetter(letter) || signs.has(letter);
  const from = letters.findIndex(isPart);
  const to = letters.findLastIndex(isPart);
  return from === -1 ? written : letters.slice(from, to + 1).join("");
}

/** The words of a reading where an alignment has found them. */
export const alignedTimes = (
  { from }: Pick<Piece, "from">,
  words: readonly string[],
  found: readonly AlignedWord[],
): readonly TimedTranscriptWord[] =>
  words.map((written, index) => {
    const { start = 0, end = 0, confidence = unknownConfidence, spoken } = found[index] ?? {};
    const offset = from / sampleRate;
    return { written, start: offset + start, end: offset + end, confidence, spoken };
  });

/** The words of a reading where its model has said that they are. */
export const modelTimes = (
  { from }: Pick<Piece, "from">,
  words: readonly SpokenWord[],
): readonly TimedTranscriptWord[] =>
  words.map(({ written, start, end, confidence }) => {
    const offset = from / sampleRate;
    return { written, start: offset + start, end: offset + end, confidence: confidence ?? unknownConfidence };
  });

/** The words of a reading, spread over its speech in proportion to their letters. */
export function estimatedTimes({ speech, from, to }: Piece, words: readonly string[]): readonly TimedTranscriptWord[] {
  const spoken: readonly Range[] = speech.length > 0 ? speech : [[from, to]];
  const length = spoken.reduce((sum, [start, end]) => sum + end - start, 0);
  const letters = words.reduce((sum, word) => sum + word.length, 0);
  let before = 0;
  return words.map((written) => {
    const start = secondAt(spoken, (length * before) / letters, "start");
    before += written.length;
    const end = secondAt(spoken, (length * before) / letters, "end");
    return { written, start, end: Math.max(start, end), confidence: unknownConfidence };
  });
}

/** The second at which so many samples of speech are over. At the seam of two ranges, a word starts in the second and ends in the first. */
function secondAt(speech: readonly Range[], samples: number, edge: "start" | "end"): number {
  let left = samples;
  for (const [from, to] of speech) {
    if (left < to - from || (edge === "end" && left === to - from)) return (from + left) / sampleRate;
    left -= to - from;
  }
  return (speech.at(-1)?.[1] ?? 0) / sampleRate;
}

/** The same words with times that never decrease and lie within the file. */
export function clampTimes(
  words: readonly TimedTranscriptWord[],
  durationSeconds: number,
): readonly TimedTranscriptWord[] {
  let last = 0;
  return words.map((word) => {
    const start = toMillisecond(Math.min(durationSeconds, Math.max(last, word.start)));
    last = toMillisecond(Math.min(durationSeconds, Math.max(start, word.end)));
    return { ...word, start, end: last };
  });
}
