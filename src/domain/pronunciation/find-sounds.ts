import type { SpokenEntry } from "./entries.ts";
import { wordFinder } from "./find-words.ts";

/**
 * Finds the words of a normalized text whose sounds are given.
 * @param normalize makes of a word what the text has in its place: `S Q L` of `SQL`
 */
export function soundsFinder(entries: readonly SpokenEntry[], normalize: (word: string) => string) {
  const sounding = entries.flatMap(({ word, ipa, isCaseSensitive }) => {
    const said = normalize(word).trim();
    return ipa === undefined || said === "" ? [] : [{ word: said, ipa, isCaseSensitive }];
  });
  if (sounding.length === 0) return undefined;
  const find = wordFinder(sounding);
  return (text: string) => find(text).map(({ from, to, entry: { ipa } }) => ({ from, to, ipa }));
}
