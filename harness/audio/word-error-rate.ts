/** The number of words that were meant, and of edits that lead from them to what was heard. */
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
function editDistance(meant: readonly string[], heard: readonly string[]): number {
  let above = Uint32Array.from({ length: heard.length + 1 }, (_value, column) => column);
  for (const [index, word] of meant.entries()) {
    const row = new Uint32Array(heard.length + 1);
    row[0] = index + 1;
    for (const [column, other] of heard.entries()) {
      const both = (above[column] ?? 0) + Number(word !== other);
      const either = Math.min(above[column + 1] ?? 0, row[column] ?? 0) + 1;
      row[column + 1] = Math.min(both, either);
    }
    above = row;
  }
  return above[heard.length] ?? 0;
}

/** Compares two texts by their words. */
export const wordErrors = (meant: string, heard: string): WordErrors => ({
  words: wordsOf(meant).length,
  errors: editDistance(wordsOf(meant), wordsOf(heard)),
});

/** Errors for every hundred words that were meant, over several texts. */
export function wordErrorRate(texts: readonly WordErrors[]): number {
  const total = texts.reduce((all, { words, errors }) => ({ words: all.words + words, errors: all.errors + errors }), {
    words: 0,
    errors: 0,
  });
  return (100 * total.errors) / total.words;
}
