/** The cost of an item without a counterpart. */
const gap = 0.7;
/** Items that are compared at once, so that long sequences take time in proportion to their length. */
const windowLength = 240;

type Step = "both" | "expected" | "found";

interface Sequences<Expected, Found> {
  readonly expected: readonly Expected[];
  readonly found: readonly Found[];
  /** About 0 for the same, 1 for two that have nothing in common. */
  readonly costOf: (expected: Expected, found: Found) => number;
}

/**
 * Aligns two sequences (edit distance). @returns for each item that was found the index of the expected one
 * that it stands for; null for one that stands for none. The indices rise.
 */
export function matchSequences<Expected, Found>({
  expected,
  found,
  costOf,
}: Sequences<Expected, Found>): readonly (number | null)[] {
  const matches: (number | null)[] = [];
  let next = 0;
  while (matches.length < found.length) {
    const [fromExpected, fromFound] = [next, matches.length];
    const part = {
      expected: expected.slice(fromExpected, fromExpected + windowLength),
      found: found.slice(fromFound, fromFound + windowLength),
      costOf,
    };
    const isLast = fromExpected + windowLength >= expected.length && fromFound + windowLength >= found.length;
    const steps = cheapestSteps(part, isLast);
    // The end of a window may match the elements after it.
    for (const step of isLast ? steps : steps.slice(0, Math.ceil(steps.length / 2))) {
      if (step !== "expected") matches.push(step === "both" ? next : null);
      if (step !== "found") next += 1;
    }
  }
  return matches;
}

/** The steps that cost least, to the end of both sequences, or else to the end of one. */
function cheapestSteps<Expected, Found>(
  { expected, found, costOf }: Sequences<Expected, Found>,
  toBothEnds: boolean,
): readonly Step[] {
  const width = found.length + 1;
  const costs = new Float64Array((expected.length + 1) * width);
  const steps: Step[] = [];
  for (let row = 0; row <= expected.length; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const at = row * width + column;
      const [above, before] = [row === 0 ? Infinity : costs[at - width], column === 0 ? Infinity : costs[at - 1]];
      const [alone, put] = [(above ?? 0) + gap, (before ?? 0) + gap];
      const [one, other] = [expected[row - 1], found[column - 1]];
      const both =
        one === undefined || other === undefined ? Infinity : (costs[at - width - 1] ?? 0) + costOf(one, other);
      const least = at === 0 ? 0 : Math.min(both, alone, put);
      costs[at] = least;
      steps[at] = least === both ? "both" : least === alone ? "expected" : "found";
    }
  }
  const path: Step[] = [];
  let [row, column] = toBothEnds ? [expected.length, found.length] : cheapestEnd(costs, expected.length, found.length);
  while (row > 0 || column > 0) {
    const step = steps[row * width + column] ?? "both";
    path.push(step);
    if (step !== "found") row -= 1;
    if (step !== "expected") column -= 1;
  }
  return path.toReversed();
}

/** The place where one of the sequences ends and least of the other has to be left out. */
function cheapestEnd(costs: Float64Array, rows: number, columns: number): readonly [row: number, column: number] {
  let best: readonly [number, number] = [rows, columns];
  const costAt = ([row, column]: readonly [number, number]): number =>
    (costs[row * (columns + 1) + column] ?? Infinity) / Math.max(1, row + column);
  for (let row = 1; row <= rows; row += 1) if (costAt([row, columns]) < costAt(best)) best = [row, columns];
  for (let column = 1; column <= columns; column += 1) if (costAt([rows, column]) < costAt(best)) best = [rows, column];
  return best;
}
