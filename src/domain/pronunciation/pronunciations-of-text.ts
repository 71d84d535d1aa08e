import type { SsmlPart } from "#src/domain/speech/ssml/parse-ssml.ts";
import { primaryTag } from "#src/domain/speech/language-tag.ts";
import type { DictionaryEntry, SpokenEntry } from "./entries.ts";
import { wordFinder } from "./find-words.ts";
import { isFixed } from "./respell.ts";

interface TextLanguage {
  /** A primary tag. */
  readonly language: string;
  /** The tag that the caller sent; null for none. */
  readonly languageTag: string | null;
}

const regionOf = (tag: string): string | null => tag.split("-")[1]?.toUpperCase() ?? null;

/** How well an entry fits a language: 2 with its region, 1 without, 0 for one of any language; null where it does not. */
function fitOf({ language: own }: DictionaryEntry, { language, languageTag }: TextLanguage): number | null {
  if (own === null) return 0;
  if ((primaryTag(own) ?? own) !== language) return null;
  const [wished, spoken] = [regionOf(own), regionOf(languageTag ?? language)];
  if (wished === null) return 1;
  return spoken === null || spoken === wished ? 2 : null;
}

/** The entries in the order in which they count: those of a case, then those that fit the language best. */
function inOrder(entries: readonly DictionaryEntry[], language: TextLanguage): readonly DictionaryEntry[] {
  const ranked = entries.flatMap((entry) => {
    const fit = fitOf(entry, language);
    return fit === null ? [] : [{ entry, rank: fit + (entry.isCaseSensitive ? 3 : 0) }];
  });
  return ranked.toSorted((a, b) => b.rank - a.rank).map(({ entry }) => entry);
}

const soundsOf = ({ ipa }: DictionaryEntry): boolean => ipa !== undefined;

/**
 * The entries that a text has words of, each once, which is all that a request keeps of the dictionaries. Of a respelling and of an alias
 * only the words with sounds count, so that no respelling leads to another.
 * @param dictionaries their entries, in the order in which they count
 */
export const pronunciationsOfText = (
  parts: readonly SsmlPart[],
  language: TextLanguage,
  dictionaries: readonly (readonly DictionaryEntry[])[],
): readonly SpokenEntry[] => pronunciationFinder(language, dictionaries)(parts);

/** The same for several texts in one language. */
export function pronunciationFinder(
  language: TextLanguage,
  dictionaries: readonly (readonly DictionaryEntry[])[],
): (parts: readonly SsmlPart[]) => readonly SpokenEntry[] {
  const entries = dictionaries.flatMap((one) => inOrder(one, language));
  const [find, findSounds] = [entryFinder(entries), entryFinder(entries.filter(soundsOf))];
  return (parts) => {
    const found = find(parts.filter((part) => !isFixed(part)).map(({ text }) => text));
    const respellings = found.flatMap(({ respelling }) => respelling ?? []);
    const aliases = parts.filter((part) => isFixed(part) && part.sayAs === undefined).map(({ text }) => text);
    const used = new Set([...found, ...findSounds([...respellings, ...aliases])]);
    return entries.filter((entry) => used.has(entry)).map(({ language: _language, ...entry }) => entry);
  };
}

function entryFinder(entries: readonly DictionaryEntry[]) {
  const find = wordFinder(entries);
  return (texts: readonly string[]): readonly DictionaryEntry[] => [
    ...new Set(texts.flatMap((text) => find(text)).map(({ entry }) => entry)),
  ];
}
