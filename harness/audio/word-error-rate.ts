/** One step of an alignment: a word that was meant and what was heard of it; null where there is no counterpart. */
export interface WordPair {
  readonly meant: string | null;
  readonly heard: string | null;
}

/** How many words were meant, and how many edits lead from them to what was heard. */
export interface WordErrors {
  readonly words: number;
  readonly errors: number;
}

const digitNames = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"] as const;

/** One word that is written in two ways, and a zero that is read in two. */
const spellings: ReadonlyMap<string, string> = new Map([
  ["mr", "mister"],
  ["mrs", "misses"],
  ["dr", "doctor"],
  ["oh", "zero"],
]);

/** The words of a text as they are compared: lower case, without punctuation, each digit as a word of its own. */
export const wordsOf = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .replaceAll(/\d/g, (digit) => ` ${digitNames[Number(digit)] ?? ""} `)
    .replaceAll(/[^\p{L}\p{M}\p{N}\s]/gu, "")
    .split(/\s+/)
    .map((word) => spellings.get(word) ?? word)
    .filter((word) => word !== "");

/** The fewest substitutions, deletions and insertions that lead from one list of words to the other (Levenshtein). */
export function alignWords(meant: readonly string[], heard: readonly string[]): readonly WordPair[] {
  const distances = editDistances(meant, heard);
  const at = (row: number, column: number): number => distances[row]?.[column] ?? Infinity;
  const pairs: WordPair[] = [];
  let [row, column] = [meant.length, heard.length];
  while (row > 0 || column > 0) {
    const both = at(row - 1, column - 1) + Number(meant[row - 1] !== heard[column - 1]);
    const [isBoth, isDeletion] = [at(row, column) === both, at(row, column) === at(row - 1, column) + 1];
    const takesMeant = isBoth || isDeletion;
    const takesHeard = isBoth || !isDeletion;
    if (takesMeant) row -= 1;
    if (takesHeard) column -= 1;
    pairs.push({
      meant: takesMeant ? (meant[row] ?? null) : null,
      heard: takesHeard ? (heard[column] ?? null) : null,
    });
  }
  return pairs.toReversed();
}

/** `[n][m]`: the distance between the first n words that were meant and the first m that were heard. */
function editDistances(meant: readonly string[], heard: readonly string[]): readonly Uint32Array[] {
  const rows = [Uint32Array.from({ length: heard.length + 1 }, (_value, column) => column)];
  for (const [index, word] of meant.entries()) {
    const above = rows[index] ?? new Uint32Array();
    const row = new Uint32Array(heard.length + 1);
    row[0] = index + 1;
    for (const [column, other] of heard.entries()) {
      const both = (above[column] ?? 0) + Number(word !== other);
      const either = Math.min(above[column + 1] ?? 0, row[column] ?? 0) + 1;
      row[column + 1] = Math.min(both, either);
    }
    rows.push(row);
  }
  return rows;
}

/** Compares two texts by their words. */
export function wordErrors(meant: string, heard: string): WordErrors {
  const pairs = alignWords(wordsOf(meant), wordsOf(heard));
  return { words: wordsOf(meant).length, errors: pairs.filter((pair) => pair.meant !== pair.heard).length };
}

/** Errors for every hundred words that were meant, over several texts. */
export function wordErrorRate(texts: readonly WordErrors[]): number {
  const total = texts.reduce((all, { words, errors }) => ({ words: all.words + words, errors: all.errors + errors }), {
    words: 0,
    errors: 0,
  });
  return (100 * total.errors) / total.words;
}
