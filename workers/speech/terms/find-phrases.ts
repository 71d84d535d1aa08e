import { isMark } from "#workers/speech/recognition/format-transcript.ts";

/** A phrase by its words, as they are compared: in lower case and without the punctuation around them. */
interface Phrase<Item> {
  readonly words: readonly string[];
  readonly item: Item;
}

/** A place at which a phrase stands: the index of its first word, and that behind its last. */
export interface Place<Item> {
  readonly item: Item;
  readonly from: number;
  readonly to: number;
}

/** Letters, and signs that stand for a word or are part of one at its ends. */
const inner = /[\p{L}\p{M}\p{N}$€£%°#@&+]/u;

/** A word as it is compared. */
function folded(word: string): string {
  const letters = [...word.normalize("NFKC").toLowerCase().replaceAll("’", "'")];
  const from = letters.findIndex((letter) => inner.test(letter));
  return from === -1 ? "" : letters.slice(from, letters.findLastIndex((letter) => inner.test(letter)) + 1).join("");
}

const wordsOf = (text: string): readonly string[] =>
  text
    .split(/\s+/u)
    .map(folded)
    .filter((word) => word !== "");

/**
 * Finds phrases in words whatever their case; `textOf` an item is its phrase. Of those at one word the longest comes first. A mark in
 * the place of personal data is no word of any phrase.
 */
export function phraseFinder<Item>(
  items: readonly Item[],
  textOf: (item: Item) => string,
): (words: readonly { readonly word: string }[]) => readonly Place<Item>[] {
  const phrases = items.map((item): Phrase<Item> => ({ item, words: wordsOf(textOf(item)) }));
  const longestFirst = phrases.toSorted((a, b) => b.words.length - a.words.length);
  const byFirst = Map.groupBy(longestFirst, ({ words }) => words[0] ?? "");
  return (words) => {
    const heard = words.map(({ word }) => (isMark(word) ? "" : folded(word)));
    return heard.flatMap((first, from) =>
      (first === "" ? [] : (byFirst.get(first) ?? []))
        .filter((phrase) => phrase.words.every((word, at) => heard[from + at] === word))
        .map((phrase) => ({ item: phrase.item, from, to: from + phrase.words.length })),
    );
  };
}
