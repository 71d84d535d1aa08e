/** Figures that a recogniser may write for words of the test sentences. */
const figures: Readonly<Record<string, string>> = { "5": "five", "9": "nine" };

/** Without hyphens: some recognisers write "to-morrow". */
const wordsOf = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .replaceAll("-", "")
    .split(/[^a-z0-9']+/)
    .filter((word) => word !== "")
    .map((word) => figures[word] ?? word);

export const countWords = (text: string): number => wordsOf(text).length;

/** The fewest words that are wrong, missing or too many (Levenshtein). */
export function countWordErrors(meant: string, heard: string): number {
  const [wanted, found] = [wordsOf(meant), wordsOf(heard)];
  let row = Array.from({ length: found.length + 1 }, (_, at) => at);
  for (const [index, word] of wanted.entries()) {
    const next = [index + 1];
    for (const [at, other] of found.entries()) {
      const replaced = (row[at] ?? 0) + (word === other ? 0 : 1);
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
