import * as reading from "#workers/speech/engines/phonemes/phonemize-clauses.ts";
import { kokoroPhonemes } from "./kokoro-phonemes.ts";

/** The clauses of a text that have a sound, as Kokoro writes them; none for a text that has none. */
export const phonemizeClauses = (text: reading.Reading): Promise<readonly reading.SpokenClause[]> =>
  reading.phonemizeClauses(text, kokoroPhonemes);

/** The sounds of a text, a string for each clause. Errors as those of `phonemizeClauses`. */
export const phonemize = async (text: reading.Reading): Promise<readonly string[]> =>
  (await phonemizeClauses(text)).map(({ phonemes }) => phonemes);

/** The sounds of each word by itself; null where espeak-ng does not read them as one each, or fails. */
export const phonemizeWords = (words: readonly string[], text: reading.Reading): Promise<readonly string[] | null> =>
  reading.phonemizeWords(words, text, kokoroPhonemes);
