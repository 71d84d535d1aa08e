import { type DigitRun, digitsOf, type Figures } from "./digit-runs.ts";
import type { Span } from "./tokens.ts";

export const startOf = (run: DigitRun): number => run[0]?.from ?? 0;
export const spanOf = (figures: DigitRun): Span => ({ from: startOf(figures), to: figures.at(-1)?.to ?? 0 });

/** A run cut wherever a comma or a full stop stands in it. */
export function piecesOf(run: DigitRun): readonly DigitRun[] {
  const pieces: Figures[][] = [];
  for (const figures of run) {
    const last = pieces.at(-1);
    if (last === undefined || figures.isApart) pieces.push([figures]);
    else last.push(figures);
  }
  return pieces;
}

/** Things that may be found in a run: pieces side by side, as a whole. */
interface Search {
  /** The digits of pieces that are tried together; a piece by itself may have more. */
  readonly most: number;
  /** The figures that are found among those of some pieces; null for none. */
  readonly find: (figures: DigitRun) => DigitRun | null;
  /** The same for one piece that needs no look at those behind it. */
  readonly findAlone?: (piece: DigitRun) => DigitRun | null;
}

/** The things that are found in a run from left to right, in one piece or as many as may belong together. */
export function wholesIn(run: DigitRun, search: Search): readonly DigitRun[] {
  const pieces = piecesOf(run);
  const found: DigitRun[] = [];
  for (let from = 0; from < pieces.length;) {
    const whole = wholeAt(pieces, from, search);
    if (whole !== null) found.push(whole.figures);
    from += whole?.count ?? 1;
  }
  return found;
}

interface Whole {
  readonly figures: DigitRun;
  /** Pieces. */
  readonly count: number;
}

function wholeAt(
  pieces: readonly DigitRun[],
  from: number,
  { most, find, findAlone = () => null }: Search,
): Whole | null {
  const [first = []] = pieces.slice(from, from + 1);
  const alone = findAlone(first);
  if (alone !== null) return { figures: alone, count: 1 };
  let count = 1;
  for (let digits = digitsOf(first).length; from + count < pieces.length; count += 1) {
    digits += digitsOf(pieces[from + count] ?? []).length;
    if (digits > most) break;
  }
  for (; count > 0; count -= 1) {
    const figures = find(pieces.slice(from, from + count).flat());
    if (figures !== null) return { figures, count };
  }
  return null;
}

/** A check of the figures of a stretch of a run, whose digits together are so many. */
interface Check {
  readonly least: number;
  readonly most: number;
  readonly isFound: (digits: string, figures: DigitRun, place: Place) => boolean;
}

/** The figures on both sides of a stretch. */
export interface Place {
  readonly before: Figures | undefined;
  readonly after: Figures | undefined;
}

/** The first stretches of each run, from left to right, that pass a check. */
export function stretches(runs: readonly DigitRun[], check: Check): readonly Span[] {
  const found: Span[] = [];
  for (const run of runs) {
    for (let from = 0; from < run.length;) {
      const stretch = stretchFrom(run, from, check);
      if (stretch !== null) found.push(spanOf(stretch));
      from += stretch?.length ?? 1;
    }
  }
  return found;
}

function stretchFrom(run: DigitRun, from: number, { least, most, isFound }: Check): DigitRun | null {
  let digits = "";
  for (let to = from; to < run.length && digits.length < most; to += 1) {
    digits += run[to]?.digits ?? "";
    if (digits.length < least || digits.length > most) continue;
    const figures = run.slice(from, to + 1);
    if (isFound(digits, figures, { before: run[from - 1], after: run[to + 1] })) return figures;
  }
  return null;
}

/** Whether figures are single digits of one row: `4 1 1 1`, `four one`. */
export const isOneRow = (one: Figures | undefined, next: Figures | undefined): boolean =>
  one?.digits.length === 1 && next?.digits.length === 1 && !next.isApart;

/** The rest of runs without the figures of some words. */
export function leftOf(runs: readonly DigitRun[], taken: ReadonlySet<number>): readonly DigitRun[] {
  if (taken.size === 0) return runs;
  return runs.flatMap((run) => {
    if (!run.some(({ from }) => taken.has(from))) return [run];
    const left: Figures[][] = [[]];
    for (const figures of run) {
      if (taken.has(figures.from)) left.push([]);
      else left.at(-1)?.push(figures);
    }
    return left.filter((part) => part.length > 0);
  });
}

/** The words of spans. */
export const wordsOf = (spans: readonly Span[]): ReadonlySet<number> =>
  new Set(spans.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, at) => from + at)));
