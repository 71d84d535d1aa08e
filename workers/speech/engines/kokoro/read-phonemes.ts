import { readClauses, type Reading } from "#workers/speech/engines/phonemes/read-clauses.ts";
import { kokoroPhonemes } from "./kokoro-phonemes.ts";

/** The sounds of a text as Kokoro writes them, a string for each clause with its mark; none for a text that has no sound. */
export const readPhonemes = (reading: Reading): Promise<readonly string[]> => readClauses(reading, kokoroPhonemes);
