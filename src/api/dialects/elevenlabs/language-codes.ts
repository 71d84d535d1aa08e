import { iso6393To1 } from "iso-639-3";
import { accept, field, refuse } from "#src/api/validation/field.ts";
import { literalFault } from "#src/api/validation/literal.ts";
import { parseText, textKeywords } from "#src/api/validation/text.ts";
import { primaryTag, synthesisLanguages } from "#src/domain/speech/languages.ts";

/** Tags of two letters by the codes of three (ISO 639-3). */
const tagOfCode: ReadonlyMap<string, string> = new Map(Object.entries(iso6393To1));
const codeOfTag: ReadonlyMap<string, string> = new Map([...tagOfCode].map(([code, tag]) => [tag, code]));

/** What an answer calls a language: by three letters. */
export const languageCodeOf = (primary: string): string => codeOfTag.get(primary) ?? primary;

/** The BCP 47 tag of a code of three letters that has a shorter one; anything else as it is. */
export const languageTagOf = (code: string): string => tagOfCode.get(code.toLowerCase()) ?? code;

/** Code points. */
const codeMax = 35;

/** A language that can be spoken, by a code of two or three letters or a BCP 47 tag, given on as its primary tag. */
export const spokenLanguage = field<string>(
  (raw) => {
    const text = parseText(raw, { max: codeMax });
    if (!text.ok) return text;
    const primary = primaryTag(languageTagOf(text.value));
    const isSpoken = primary !== null && synthesisLanguages.includes(primary);
    return isSpoken ? accept(primary) : refuse(literalFault(synthesisLanguages));
  },
  { ...textKeywords({ max: codeMax }), examples: ["en", "eng", "de"] },
);
