import { z } from "zod";
import type { PronunciationJson } from "#db/engine-schema.ts";

/** Dictionaries and entries that an account may keep, and code points of the name and of the description of one. */
export const dictionaryBounds = { dictionaries: 50, entries: 1_000, name: 100, description: 500 } as const;
/** Code points of the word of an entry, of its respelling and of its IPA. */
export const entryBounds = { word: 64, respelling: 100, ipa: 100 } as const;

/** A word as a request has it spoken: by one of `respelling` and `ipa`. */
export const spokenEntry = z.object({
  word: z.string(),
  respelling: z.string().optional(),
  ipa: z.string().optional(),
  isCaseSensitive: z.boolean(),
});
export type SpokenEntry = z.output<typeof spokenEntry>;

/** An entry of a dictionary. Its language is a tag, whose region counts where the request has one, too; null for any. */
export type DictionaryEntry = PronunciationJson;

/** A word with single spaces. */
export const tidyWord = (word: string): string => word.trim().replaceAll(/\s+/gu, " ");

const hasSound = /[\p{L}\p{N}]/u;
const control = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/** The fault of a word or a respelling as a sentence; null where it has none. */
export function faultOfWords(words: string): string | null {
  if (!hasSound.test(words)) return "it needs a letter or a digit";
  return control.test(words) ? "it has no line breaks or control characters" : null;
}

const noSign = /[^[\p{Script=Latin}--\p{Lu}]βθχ\p{M}\p{Lm}ʔʕʘǀǁǂǃ .'’:\-‿\/\[\]]/v;

/** The fault of a text in IPA as a sentence; null where it has none. */
export function faultOfIpa(ipa: string): string | null {
  const [sign] = noSign.exec(ipa) ?? [];
  if (sign !== undefined) return `'${sign}' is no sign of IPA`;
  return /[\p{Ll}ʔ]/u.test(ipa) ? null : "it needs a sound";
}

/** Whether two entries of a dictionary are for the same word, so that the later one replaces the earlier. */
const isSameWord = (a: Pick<DictionaryEntry, "word" | "language">, b: typeof a): boolean =>
  a.word === b.word && a.language === b.language;

/** The entries with others added, which replace those for the same word. */
export function withEntries(
  entries: readonly DictionaryEntry[],
  added: readonly DictionaryEntry[],
): readonly DictionaryEntry[] {
  const keyOf = ({ word, language }: DictionaryEntry): string => JSON.stringify([word, language]);
  return [...new Map([...entries, ...added].map((entry) => [keyOf(entry), entry])).values()];
}

/** The entries without some words; of one without a language those in all languages go. */
export const withoutWords = (
  entries: readonly DictionaryEntry[],
  words: readonly { readonly word: string; readonly language?: string | null | undefined }[],
): readonly DictionaryEntry[] =>
  entries.filter(
    (entry) => !words.some(({ word, language = entry.language }) => isSameWord(entry, { word, language })),
  );
