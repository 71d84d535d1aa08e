import { alignWords } from "./word-error-rate.ts";

/** A word and where it is, in seconds. */
export interface HeardWord {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

export interface WordsAtCuts {
  /** Words beside a cut that were heard in the uncut recordings only. */
  readonly lost: readonly string[];
  /** Words that stand on both sides of a cut and were heard once in the uncut recordings. */
  readonly doubled: readonly string[];
}

/**
 * What became of the words where a recording was cut, compared with what was heard without a cut. Words that were merely
 * understood differently are no matter of the cut.
 *
 * @param cuts in seconds, ascending
 * @param uncut the words heard without cuts, in order
 */
export function findWordsAtCuts(
  words: readonly HeardWord[],
  cuts: readonly number[],
  uncut: readonly string[],
): WordsAtCuts {
  const heard = words.map(({ word }) => word);
  const pairs = alignWords(uncut, heard);
  const [lost, doubled]: [string[], string[]] = [[], []];
  for (const cut of cuts) {
    const place = words.filter(({ start, end }) => (start + end) / 2 < cut).length;
    const { gap, extra } = around(pairs, place);
    lost.push(...gap);
    const [before, after] = [heard[place - 1], heard[place]];
    if (extra && before !== undefined && before === after) doubled.push(before);
  }
  return { lost, doubled };
}

/** Between the heard words number `place` − 1 and `place`: what is missing there, and whether one of the two is too many. */
function around(
  pairs: ReturnType<typeof alignWords>,
  place: number,
): { readonly gap: readonly string[]; readonly extra: boolean } {
  const gap: string[] = [];
  let extra = false;
  let count = 0;
  for (const { meant, heard } of pairs) {
    if (heard === null && count === place && meant !== null) gap.push(meant);
    if (heard !== null) count += 1;
    if (heard !== null && meant === null && (count === place || count === place + 1)) extra = true;
    if (count > place) break;
  }
  return { gap, extra };
}
