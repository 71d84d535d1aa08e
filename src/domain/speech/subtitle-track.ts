import { clauseEnd, type SubtitleWord } from "./subtitle-words.ts";

/** The costs that make a division into cues or lines worse. Only their relations matter; they were chosen by reading subtitles. */
export const costs = {
  ...{ cue: 4, tooShort: 200, tooFast: 15, tooFastAtMost: 60, orphan: 30, unfilled: 6 },
  ...{ sentenceInside: 3, silenceInside: 12, line: 1000, unbalancedLine: 10, orphanLine: 15 },
  ...{ clause: 2, pause: 5, conjunction: 6, plain: 14, separated: 24 },
} as const;

const conjunctions = new Set(
  (
    "and but or nor so yet because although though while when where which who whose that if unless until since " +
    "than as after before with without und oder aber weil dass et ou mais donc que qui y o pero porque"
  ).split(" "),
);
/** Words that belong to the one behind them. */
const leaning = new Set(
  (
    "a an the my your his her its our their this these those some any no every each of to in on at by for from into " +
    "with about is are was were be been i you he she it we they not very mr. mrs. ms. dr. der die das ein eine le la " +
    "les un une des du de el los las una"
  ).split(" "),
);
/** Seconds of silence in which a speaker takes breath. */
const breath = 0.25;

const plainOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/^[^\p{L}\p{N}]+/u, "")
    .replace(/(?<![,;:!?"”’)\]])[,;:!?"”’)\]]+$/u, "");

/** The cost of a break behind a word. */
function breakCost(word: SubtitleWord, next: SubtitleWord | undefined): number {
  if (next === undefined || word.endsSentence) return 0;
  if (clauseEnd.test(word.text)) return costs.clause;
  if (next.start - word.end >= breath) return costs.pause;
  if (leaning.has(plainOf(word.text))) return costs.separated;
  return conjunctions.has(plainOf(next.text)) ? costs.conjunction : costs.plain;
}

/** The cost of a sentence's end and a silence behind a word, inside of a cue. */
function insideCost(word: SubtitleWord, next: SubtitleWord | undefined): number {
  const silence = (next?.start ?? word.end) - word.end - (word.endsSentence ? breath : 2 * breath);
  return (word.endsSentence ? costs.sentenceInside : 0) + costs.silenceInside * Math.max(0, silence);
}

/** Words in columns of numbers, and sums over those before each of them, so that any run of them is weighed without reading it. */
export interface Track {
  readonly words: readonly SubtitleWord[];
  /** Seconds. */
  readonly starts: Float64Array;
  readonly ends: Float64Array;
  /** Columns of the space before a word. */
  readonly spaces: Float64Array;
  /** 1 where a sentence ends. */
  readonly sentenceEnds: Float64Array;
  readonly breaks: Float64Array;
  readonly widths: Float64Array;
  readonly insides: Float64Array;
}

function sumsOf(values: Float64Array): Float64Array {
  const sums = new Float64Array(values.length + 1);
  for (let at = 0; at < values.length; at += 1) sums[at + 1] = (sums[at] ?? 0) + (values[at] ?? 0);
  return sums;
}

/** The words, which are in order, as a track. */
export function trackOf(words: readonly SubtitleWord[]): Track {
  const columnOf = (valueOf: (word: SubtitleWord, next: SubtitleWord | undefined) => number): Float64Array => {
    const column = new Float64Array(words.length);
    words.forEach((word, index) => void (column[index] = valueOf(word, words[index + 1])));
    return column;
  };
  return {
    words,
    starts: columnOf(({ start }) => start),
    ends: columnOf(({ end }) => end),
    spaces: columnOf(({ spaced }) => (spaced ? 1 : 0)),
    sentenceEnds: columnOf(({ endsSentence }) => (endsSentence ? 1 : 0)),
    breaks: columnOf(breakCost),
    widths: sumsOf(columnOf(({ width, spaced }) => width + (spaced ? 1 : 0))),
    insides: sumsOf(columnOf(insideCost)),
  };
}

/** The part of an array of sums between one place and another. */
export const between = (sums: Float64Array, from: number, to: number): number => (sums[to] ?? 0) - (sums[from] ?? 0);

/** Columns of words on one line. */
export const widthOf = ({ spaces, widths }: Track, from: number, to: number): number =>
  between(widths, from, to) - (spaces[from] ?? 0);
