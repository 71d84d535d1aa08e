import * as reading from "#workers/speech/engines/phonemes/read-clauses.ts";
import { kokoroPhonemes } from "./kokoro-phonemes.ts";

/** The clauses of a text that have a sound, as Kokoro writes them; none for a text that has none. */
export const readClauses = (text: reading.Reading): Promise<readonly reading.SpokenClause[]> =>
  reading.readClauses(text, kokoroPhonemes);

/** The sounds of a text, a string for each clause. Errors as those of `readClauses`. */
export const readPhonemes = async (text: reading.Reading): Promise<readonly string[]> =>
  (await readClauses(text)).map(({ phonemes }) => phonemes);

/** The sounds of each word by itself; null where espeak-ng does not read them as one each, or fails. */
export const readSeparately = (words: readonly string[], text: reading.Reading): Promise<readonly string[] | null> =>
  reading.readSeparately(words, text, kokoroPhonemes);
