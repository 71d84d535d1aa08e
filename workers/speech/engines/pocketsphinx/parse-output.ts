/** A word as the decoder prints it, its place in frames of 10 ms from the start of what was decoded. */
export interface DecodedWord {
  readonly word: string;
  readonly fromFrame: number;
  readonly toFrame: number;
  /** 0 to 1. */
  readonly confidence: number;
}

/** What the decoder makes of an utterance. */
export interface Decoding {
  readonly words: readonly DecodedWord[];
  /** How well the words fit the sound: higher is better, among readings of as many frames. */
  readonly score: number;
}

/** The opening line of the decoder's answer. */
export interface Opening {
  readonly name: string;
  readonly wordCount: number;
  readonly score: number;
}

/** `how old is (utterance -8376)`: the words, then the name and the score. */
const hypothesis = /^(.*) \((\S+) (-?\d+)\)$/;

/** `utterance 1 0.06 0.23 how 0.976`: name, channel, start, duration, word, confidence. */
const timedWord = /^(\S+) \d+ (\d+\.\d+) (\d+\.\d+) (\S+) (-?\d+(?:\.\d+)?)$/;

/** `<s>`, `<sil>`, `[NOISE]`, `++cough++`. */
const filler = /^(?:<.*>|\[.*\]|\+\+.*\+\+)$/;

/** The number after a word's other pronunciations, as in `and(2)`. */
const variant = /\(\d+\)$/;

/** What the line says that opens the answer to an utterance; null for any other line. */
export function parseHypothesis(line: string): Opening | null {
  const [, text, name, score] = hypothesis.exec(line) ?? [];
  if (text === undefined || name === undefined) return null;
  return { name, wordCount: text.split(" ").filter((word) => word !== "").length, score: Number(score) };
}

/** One line of word, time and confidence; null for any other line, and for a word that is a noise. */
export function parseWord(line: string): DecodedWord | null {
  const [, , start, duration, spelling, confidence] = timedWord.exec(line) ?? [];
  const word = spelling?.replace(variant, "").toLowerCase();
  if (word === undefined || word === "" || filler.test(word)) return null;
  const fromFrame = Math.round(Number(start) * 100);
  const toFrame = fromFrame + Math.round(Number(duration) * 100);
  return { word, fromFrame, toFrame, confidence: Math.min(1, Math.max(0, Number(confidence))) };
}
