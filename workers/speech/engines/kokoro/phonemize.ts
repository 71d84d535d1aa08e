import * as reading from "#workers/speech/synthesis/phonemes/phonemize-clauses.ts";
import { kokoroPhonemes } from "./kokoro-phonemes.ts";

/** The pronounced clauses of a text in Kokoro's phonemes; empty for a text without any. */
export const phonemizeClauses = (text: reading.Reading): Promise<readonly reading.SpokenClause[]> =>
  reading.phonemizeClauses(text, kokoroPhonemes);

/** The phonemes of a text, a string for each clause. Errors as those of `phonemizeClauses`. */
export const phonemize = async (text: reading.Reading): Promise<readonly string[]> =>
  (await phonemizeClauses(text)).map(({ phonemes }) => phonemes);

/** The phonemes of each word by itself; null when espeak-ng fails or returns another number of words. */
export const phonemizeWords = (words: readonly string[], text: reading.Reading): Promise<readonly string[] | null> =>
  reading.phonemizeWords(words, text, kokoroPhonemes);
