/** Words of a question that say nothing of its subject. */
const unsaid = new Set(
  "a an and are as at be by can change could do does for from get give has have how i if in into is it its many me much my of on one or our out per should so that the there this to use used using was we what when where which while who why will with without you your".split(
    " ",
  ),
);

/** The endings of words, the longest first. */
const endings = [
  ...["izations", "isations", "ization", "isation", "ations", "izers", "izing", "ising", "ation", "ating"],
  ...["ized", "izes", "izer", "ised", "ates", "ated", "ings", "ize", "ise", "ate", "ing", "ies", "ers"],
  ...["ed", "er", "es", "is", "s", "e", "y"],
];
/** Letters that remain of a word at least. */
const shortestStem = 4;

/** A word without its ending, so that `transcribing` finds `transcribe`. */
export function stemOf(word: string): string {
  const ending = endings.find((one) => word.endsWith(one) && word.length - one.length >= shortestStem);
  return ending === undefined ? word : word.slice(0, -ending.length);
}

export const wordsIn = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];

/** The parts of a name such as `voice_id`; none for other words. */
export const partsOf = (word: string): readonly string[] =>
  word.includes("_") ? word.split("_").filter((part) => part !== "") : [];

/** The words of a question or of a heading that say what it is about. */
export function subjectOf(text: string): readonly string[] {
  const all = wordsIn(text);
  const said = all.filter((word) => !unsaid.has(word));
  return said.length === 0 ? all : said;
}

/** Letters from which on a word may have one typing error, and two. */
const [oneError, twoErrors] = [4, 8];

/**
 * The word that was meant by one with a typing error or, if it is long, two: a letter missing, added, wrong, or swapped with the
 * next.
 * @param counts how often each word is there: the most usual one of the nearest is taken. @returns null where none is near
 */
export function corrected(word: string, counts: ReadonlyMap<string, number>): string | null {
  if (word.length < oneError) return null;
  const most = word.length < twoErrors ? 1 : 2;
  const near = [...counts].flatMap(([other, count]) => {
    if (word[0] !== other[0] || Math.abs(word.length - other.length) > most) return [];
    const distance = distanceOf(word, other);
    return distance > most ? [] : [{ other, distance, count }];
  });
  const [best] = near.toSorted((left, right) => left.distance - right.distance || right.count - left.count);
  return best?.other ?? null;
}

/** The edits between two words (optimal string alignment, a swap of neighbours being one). */
function distanceOf(word: string, other: string): number {
  const first = Array.from({ length: other.length + 1 }, (_none, column) => column);
  const rows = [first];
  for (let row = 1; row <= word.length; row += 1) {
    const at = [row];
    const above = rows[row - 1] ?? [];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = word[row - 1] === other[column - 1];
      const isSwap = word[row - 1] === other[column - 2] && word[row - 2] === other[column - 1];
      const swapped = isSwap ? (rows[row - 2]?.[column - 2] ?? Number.POSITIVE_INFINITY) + 1 : Number.POSITIVE_INFINITY;
      const edited = Math.min(above[column] ?? 0, at[column - 1] ?? 0) + 1;
      at.push(Math.min(edited, (above[column - 1] ?? 0) + (isSame ? 0 : 1), swapped));
    }
    rows.push(at);
  }
  return rows.at(-1)?.at(-1) ?? 0;
}
