/** A word and where it is, in seconds. */
export interface HeardWord {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

export interface WordsAtCuts {
  /** Words of the uncut recordings beside a cut in whose place nothing was heard. */
  readonly lost: readonly string[];
  /** Words that stand on both sides of a cut and were heard once in the uncut recordings. */
  readonly doubled: readonly string[];
}

/** Two readings of the same sound put a word at times that differ by so much. */
const toleranceSeconds = 0.15;

/**
 * What became of the words where a recording was cut, compared with what was heard without a cut. Words are compared by
 * their time: what was merely understood differently is no matter of the cut.
 *
 * @param cuts in seconds, ascending
 * @param uncut the words heard without cuts, in order, at their times in the recording that was cut
 */
export function findWordsAtCuts(
  words: readonly HeardWord[],
  cuts: readonly number[],
  uncut: readonly HeardWord[],
): WordsAtCuts {
  const lost = cuts.flatMap((cut) => beside(uncut, cut)).filter((word) => !isHeard(word, words));
  const doubled = cuts.map((cut) => beside(words, cut)).filter((pair) => isDoubled(pair, uncut));
  return {
    lost: [...new Set(lost)].map(({ word }) => word),
    doubled: doubled.flatMap(([before]) => before?.word ?? []),
  };
}

const middleOf = ({ start, end }: HeardWord): number => (start + end) / 2;

/** The last word before the cut and the first one after it. */
function beside(words: readonly HeardWord[], cut: number): readonly HeardWord[] {
  const place = words.filter((word) => middleOf(word) < cut).length;
  return words.slice(Math.max(0, place - 1), place + 1);
}

/**
 * A word is heard where the middle of one is in the other: its neighbours, which begin and end where it does, are not heard
 * in its place, and of two short words with a breath between them either is.
 */
const isHeard = (missed: HeardWord, words: readonly HeardWord[]): boolean =>
  words.some(
    (heard) =>
      isMiddleIn(missed, heard) ||
      isMiddleIn(heard, missed) ||
      (heard.word === missed.word && isWithin(missed, heard, heard)),
  );

const isMiddleIn = (word: HeardWord, { start, end }: HeardWord): boolean =>
  start <= middleOf(word) && middleOf(word) <= end;

function isDoubled([before, after]: readonly HeardWord[], uncut: readonly HeardWord[]): boolean {
  if (before === undefined || after === undefined || before.word !== after.word) return false;
  return uncut.filter((other) => other.word === before.word && isWithin(other, before, after)).length < 2;
}

/** Whether the middle of the word is between the beginning of one and the end of the other, more or less. */
const isWithin = (word: HeardWord, first: HeardWord, last: HeardWord): boolean =>
  middleOf(word) >= first.start - toleranceSeconds && middleOf(word) <= last.end + toleranceSeconds;
