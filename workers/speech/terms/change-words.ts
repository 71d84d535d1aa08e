import { bareWord, wordsIn } from "#workers/speech/alignment/transcript-words.ts";
import { toMillisecond } from "#workers/speech/alignment/to-millisecond.ts";
import { type Around, aroundOf, isMark } from "#workers/speech/recognition/format-transcript.ts";
import { joinWords } from "#workers/speech/text/scripts.ts";
import type { LabelledTranscript } from "#workers/speech/voices/speakers/label-transcript.ts";

export type LabelledWord = LabelledTranscript["words"][number];

/** A run of words that becomes a text. The runs of one transcript do not overlap. */
export interface Change {
  /** The index of its first word. */
  readonly from: number;
  /** The index behind its last word. */
  readonly to: number;
  /** One word or more; none where the run is taken out. */
  readonly text: string;
  /** The signs at both ends that are replaced as well where they are written; all other punctuation stays. */
  readonly signs?: Around;
  /** Whether a possessive ending of the last word stays. */
  readonly keepsEnding?: boolean;
}

export const possessive = /['’]s$/u;

/**
 * Changes words of each segment. What is written in their place has their time and the punctuation around them. Where the words do
 * not match the texts of the segments, as in answers without words, both are changed by themselves.
 */
export function changeWords(
  transcript: LabelledTranscript,
  find: (words: readonly LabelledWord[]) => readonly Change[],
): LabelledTranscript {
  const counts = transcript.segments.map(({ text }) => wordsIn(text).length);
  const isMatched = counts.reduce((sum, count) => sum + count, 0) === transcript.words.length;
  let next = 0;
  const parts = transcript.segments.map((segment, at) => {
    const own = isMatched ? transcript.words.slice(next, (next += counts[at] ?? 0)) : pseudoWords(segment);
    const changed = withChanges(own, find(own));
    return {
      words: changed,
      segment: changed === own ? segment : { ...segment, text: joinWords(changed.map(({ written }) => written)) },
    };
  });
  const loose = isMatched ? null : withChanges(transcript.words, find(transcript.words));
  const isSame = parts.every(({ segment }, at) => segment === transcript.segments[at]);
  if (isSame && (loose ?? transcript.words) === transcript.words) return transcript;
  const left = parts.flatMap(({ segment }) => (segment.text === "" ? [] : [segment]));
  return {
    text: isSame ? transcript.text : joinWords(parts.map(({ segment }) => segment.text)),
    segments: left.map((segment, id) => ({ ...segment, id })),
    words: loose ?? parts.flatMap(({ words }) => words),
  };
}

/** The words of a segment as its text has them, each with the times of the segment. */
const pseudoWords = (segment: LabelledTranscript["segments"][number]): readonly LabelledWord[] =>
  wordsIn(segment.text).map((token) => {
    const { start, end, confidence } = segment;
    const word = markIn(token) ?? bareWord(token);
    return { start, end, confidence, word, written: token, spoken: word };
  });

/** The mark in the place of personal data that a word is, with punctuation or without; null for any other. */
function markIn(token: string): string | null {
  const mark = token.slice(token.indexOf("["), token.lastIndexOf("]") + 1);
  return isMark(mark) ? mark : null;
}

/** The same list where nothing changes. */
function withChanges(words: readonly LabelledWord[], changes: readonly Change[]): readonly LabelledWord[] {
  if (changes.length === 0) return words;
  const startsAt = new Map(changes.map((change) => [change.from, change]));
  const result: LabelledWord[] = [];
  for (let at = 0; at < words.length;) {
    const change = startsAt.get(at);
    const run = words.slice(at, change?.to ?? at + 1);
    result.push(...(change === undefined ? run : writeOver(change, run)));
    at += run.length;
  }
  return result;
}

/** The words of a text over the time of a run, which they share in proportion to their letters. */
function writeOver(
  { text, signs, keepsEnding = false }: Change,
  run: readonly LabelledWord[],
): readonly LabelledWord[] {
  const [first, last] = [run[0], run.at(-1)];
  const parts = text.split(/\s+/u).filter((part) => part !== "");
  if (first === undefined || last === undefined || parts.length === 0) return [];
  const ending = keepsEnding ? (possessive.exec(last.word)?.[0] ?? "") : "";
  const before = withoutStart(aroundOf(first.written).before, signs?.before ?? "");
  const after = withoutStart(aroundOf(last.written).after, signs?.after ?? "");
  const letters = parts.join("").length;
  const confidence = toMillisecond(run.reduce((sum, word) => sum + word.confidence, 0) / run.length);
  let passed = 0;
  const instant = (): number => toMillisecond(first.start + ((last.end - first.start) * passed) / letters);
  return parts.map((part, at): LabelledWord => {
    const isLast = at === parts.length - 1;
    const word = isLast && !possessive.test(part) ? part + ending : part;
    const start = instant();
    passed += part.length;
    const written = `${at === 0 ? before : ""}${word}${isLast ? after : ""}`;
    const end = isLast ? last.end : instant();
    return { ...first, start, end, confidence, word, written, spoken: word.toLowerCase() };
  });
}

const withoutStart = (text: string, start: string): string =>
  text.startsWith(start) ? text.slice(start.length) : text;
