import type { Recognition, RecognizedSegment, RecognizedWord } from "#workers/speech/engine.ts";
import { bareWord, wordsIn } from "#workers/speech/alignment/transcript-words.ts";
import { groupByDigit, spokenForms } from "#workers/speech/text/spoken-forms.ts";
import { type WrittenNumber, writtenNumbers } from "#workers/speech/text/written-numbers.ts";
import { toMillisecond } from "#workers/speech/alignment/to-millisecond.ts";

/** `smart` writes numbers in figures, `verbatim` as they were said. */
export type TranscriptFormat = "smart" | "verbatim";

export interface FormatOptions {
  readonly format: TranscriptFormat;
  /** Primary tag of what was said: numbers of other languages than English stay as the engine wrote them. */
  readonly language: string;
  /** The one who says each word, where speakers are told apart: a number is what one person says. */
  readonly speakers?: readonly (number | null)[];
}

/** A word with its punctuation, and in the words in which it was said. */
export interface FormattedWord extends RecognizedWord {
  readonly written: string;
  readonly spoken: string;
}

export interface FormattedTranscript {
  readonly text: string;
  readonly segments: readonly RecognizedSegment[];
  readonly words: readonly FormattedWord[];
}

/** Writes the numbers of a transcript in one way. Every other word stays as the engine wrote it. */
export function formatTranscript(
  { text, segments, words: given }: Pick<Recognition, "text" | "segments" | "words">,
  { format, language, speakers = [] }: FormatOptions,
): FormattedTranscript {
  const words = given.map((word) => ({ ...word, word: isMark(word.word) ? word.word : bareWord(word.word) }));
  const tokens = segments.map((segment) => wordsIn(segment.text));
  const isKnown = language === "en";
  // An engine may give text without words, or words that do not match it.
  if (words.length === 0 || tokens.flat().length !== words.length) {
    return { text, segments, words: words.map((word, index) => describe(word, at(given, index).word, isKnown)) };
  }
  let [next, begin] = [0, 0];
  const described = tokens.map((ofSegment) => {
    const known = ofSegment.map((written) => ({ word: at(words, next++), written }));
    return (isKnown ? withDigitRows(known) : known).map(({ word, written }) => describe(word, written, isKnown));
  });
  if (!isKnown) return { text, segments, words: described.flat() };
  const formatted = described.map((ofSegment, index) => {
    const own = speakers.slice(begin, (begin += ofSegment.length));
    return format === "smart" ? inFigures(ofSegment, own) : asSaid(ofSegment, described[index - 1]?.at(-1));
  });
  const written = segments.map((segment, index): RecognizedSegment => {
    return { ...segment, text: (formatted[index] ?? []).map((word) => word.written).join(" ") };
  });
  return { text: written.map((segment) => segment.text).join(" "), segments: written, words: formatted.flat() };
}

/** Whether a word is in the place of personal data: `[card]`. */
export const isMark = (word: string): boolean => /^\[[a-z_]+\]$/.test(word);

function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index];
  if (item === undefined) throw new Error(`There is no item ${index}.`);
  return item;
}

function describe(word: RecognizedWord, written: string, isKnown: boolean): FormattedWord {
  const spoken = word.spoken ?? (isKnown ? spokenForms(word.word)[0] : undefined) ?? word.word;
  return { ...word, written, spoken };
}

interface WrittenWord {
  readonly word: RecognizedWord;
  /** With its punctuation. */
  readonly written: string;
}

const isGroup = (entry: WrittenWord | undefined): boolean =>
  entry !== undefined && /^\d{2,}(?:[-–]\d+)*$/.test(entry.word.word);
const isGroupBefore = (entry: WrittenWord | undefined): boolean =>
  isGroup(entry) && /\d\)?$/.test(entry?.written ?? "");

/** Groups of at least three digits side by side are a row of digits, where the engine does not say how they were said. */
const withDigitRows = (entries: readonly WrittenWord[]): readonly WrittenWord[] =>
  entries.map((entry, index) => {
    const { word, written } = entry;
    const isInRow = isGroupBefore(entries[index - 1]) || (isGroupBefore(entry) && isGroup(entries[index + 1]));
    if (word.spoken !== undefined || !isInRow || !/^\d{3,}$/.test(word.word)) return entry;
    return { word: { ...word, spoken: groupByDigit(word.word) }, written };
  });

/** The words of a segment behind that word, those with digits in the words in which they were said. */
const asSaid = (words: readonly FormattedWord[], before: FormattedWord | undefined): readonly FormattedWord[] =>
  words.flatMap((word, index) => {
    if (!/\d/.test(word.word)) return [word];
    const last = index === 0 ? before : words[index - 1];
    const startsSentence = last === undefined || /[.?!…]$/.test(last.written);
    return splitWord(word, startsSentence ? capitalised(word.spoken) : word.spoken);
  });

const capitalised = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1);

/** A word for each of those in which it was said, its time shared in proportion to their letters. */
function splitWord(word: FormattedWord, said: string): readonly FormattedWord[] {
  const { before, after } = aroundOf(word.written);
  const parts = said.split(" ");
  const letters = parts.join("").length;
  let passed = 0;
  const instant = (): number => toMillisecond(word.start + ((word.end - word.start) * passed) / letters);
  return parts.map((part, index): FormattedWord => {
    const start = instant();
    passed += part.length;
    const isLast = index === parts.length - 1;
    const written = `${index === 0 ? before : ""}${part}${isLast ? after : ""}`;
    return { ...word, word: part, written, spoken: part.toLowerCase(), start, end: isLast ? word.end : instant() };
  });
}

/** The signs before and after the letters of a word. */
export interface Around {
  readonly before: string;
  readonly after: string;
}

export function aroundOf(written: string): Around {
  const bare = bareWord(written);
  const from = written.indexOf(bare);
  return { before: written.slice(0, from), after: written.slice(from + bare.length) };
}

/** The words of a segment, those that make a number joined and in figures. */
function inFigures(words: readonly FormattedWord[], speakers: readonly (number | null)[]): readonly FormattedWord[] {
  const result: FormattedWord[] = [];
  let next = 0;
  for (const { from, to, figures } of numbersIn(words, speakers)) {
    result.push(...words.slice(next, from), joined(words.slice(from, to), figures));
    next = to;
  }
  return [...result, ...words.slice(next)];
}

/** Punctuation ends a number, and so does another speaker; a hyphen within one does not. */
function numbersIn(words: readonly FormattedWord[], speakers: readonly (number | null)[]): readonly WrittenNumber[] {
  const parts = words.flatMap(({ word, written }, index) => {
    const ends = aroundOf(written).after !== "" || speakers[index] !== speakers[index + 1];
    const pieces = word.toLowerCase().split("-");
    return pieces.map((part, nth) => ({ part, index, first: nth === 0, last: nth === pieces.length - 1, ends }));
  });
  const runs: (typeof parts)[] = [[]];
  for (const part of parts) {
    runs.at(-1)?.push(part);
    if (part.last && part.ends) runs.push([]);
  }
  return runs.flatMap((run) =>
    writtenNumbers(run.map(({ part }) => part)).flatMap(({ from, to, figures }) => {
      const [first, last] = [at(run, from), at(run, to - 1)];
      return first.first && last.last ? [{ from: first.index, to: last.index + 1, figures }] : [];
    }),
  );
}

function joined(words: readonly FormattedWord[], figures: string): FormattedWord {
  const [first, last] = [at(words, 0), at(words, words.length - 1)];
  const confidence = words.reduce((sum, word) => sum + word.confidence, 0) / words.length;
  return {
    word: figures,
    written: `${aroundOf(first.written).before}${figures}${aroundOf(last.written).after}`,
    spoken: words.map(({ spoken }) => spoken.toLowerCase()).join(" "),
    start: first.start,
    end: last.end,
    confidence: Math.round(1000 * confidence) / 1000,
  };
}
