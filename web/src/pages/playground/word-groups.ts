import type { Transcription } from "#web/api/types.ts";

type Word = Transcription["words"][number];
type Segment = Transcription["segments"][number];

/** In 19 English recordings one in five words below this confidence was wrong, and one in forty of the others. */
const leastConfidence = 0.5;

/** Whether a word is to be heard again. */
export const isDoubtful = ({ confidence }: Word): boolean => confidence < leastConfidence;

type Unintelligible = Transcription["unintelligible"];

/** The speech without words, by the index of the word behind it; that of the end is the number of words. */
export type Marks = ReadonlyMap<number, Unintelligible>;

export function marksByWord(words: readonly Word[], unintelligible: Unintelligible): Marks {
  const marks = new Map<number, Unintelligible>();
  for (const span of unintelligible) {
    const found = words.findIndex(({ start }) => start >= span.start);
    const index = found === -1 ? words.length : found;
    marks.set(index, [...(marks.get(index) ?? []), span]);
  }
  return marks;
}

/** A part of a transcript with its words, which begin at `first` among those of the whole. */
export interface WordGroup {
  readonly start: number;
  readonly first: number;
  readonly words: readonly Word[];
  /** The letter of the one who speaks; undefined where speakers were not told apart. */
  readonly speaker: string | undefined;
}

/** The words of each segment, in their order; a segment ends where the next one begins. Those without words are left out. */
export function wordGroups(segments: readonly Segment[], words: readonly Word[]): readonly WordGroup[] {
  const groups: WordGroup[] = [];
  let first = 0;
  segments.forEach(({ start, speaker }, index) => {
    const end = segments[index + 1]?.start ?? Number.POSITIVE_INFINITY;
    let next = first;
    const isOwn = (word: Word | undefined): boolean =>
      word !== undefined &&
      (word.start < end || (word.start === end && word.speaker === speaker && speaker !== undefined));
    while (isOwn(words[next])) next += 1;
    if (next > first) groups.push({ start, first, speaker, words: words.slice(first, next) });
    first = next;
  });
  return groups;
}
