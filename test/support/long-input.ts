import type { ExecutionContext } from "ava";

/** The longest that one field or header may hold up a process, in milliseconds of work. */
const budgetMs = 50;
/** A JSON body holds no more, and neither does a field of a form. */
export const fieldCharacters = 65_000;
/** Node takes no more in all headers together. */
export const headerCharacters = 15_000;

/** Texts that hostile input is made of. */
export const units = [
  ...["1", "0", "9", " ", "\t", "_", "0_", "-", "+", ".", "1.", "e", "a", "A", "x=", "=", "%", "/", "\\", "'", '"'],
  ...["[", "]", "{", "}", "(", ")", "<", ">", "@", "a@", ",", ";", ":", "::", "a,", "a;", '"a,', '";', "--", "xn--"],
];
/** And what a header cannot hold. */
export const unitsOfText = [
  ...["\n", "\0", "\ud800", "\udc00", "é", "\u0301", "\u0316\u0301", "😀", "\u200d", "٣", "漢", "\ufdfa", "\u{1d7ff}"],
];

/** A long run of each unit, with something before or after it that makes a reader look back. */
export const runs = (some: readonly string[], characters: number): readonly string[] =>
  some.flatMap((unit) => {
    const run = unit.repeat(Math.ceil(characters / unit.length)).slice(0, characters);
    return [run, `${run}x`, `1${run}!`];
  });

/** Milliseconds of work of this process, whatever else the machine does. */
async function workOf(perform: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await perform();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * Asserts that the work stays within the budget. The collector of garbage may come in between, so that the best of five
 * attempts counts. Only for serial tests: all work of this process is counted.
 */
export async function isInTime(t: ExecutionContext, what: string, perform: () => unknown): Promise<void> {
  let leastMs = Infinity;
  for (let attempt = 0; attempt < 5 && leastMs > budgetMs; attempt += 1) {
    leastMs = Math.min(leastMs, await workOf(perform));
  }
  t.true(leastMs <= budgetMs, `${what} takes ${leastMs} ms`);
}
