import { iso6393To1 } from "iso-639-3";
import { accept, field, refuse } from "#src/api/validation/field.ts";
import { literalFault } from "#src/api/validation/literal.ts";
import { parseText, textKeywords } from "#src/api/validation/text.ts";
import { primaryTag, regionalTag } from "#src/domain/speech/language-tag.ts";
import { synthesisLanguages } from "#src/domain/speech/languages.ts";

/** Codes of three letters (ISO 639-3) by the tags of two. */
const codeOfTag: ReadonlyMap<string, string> = new Map(Object.entries(iso6393To1).map(([code, tag]) => [tag, code]));

/** The three letters by which an answer names a language. */
export const languageCodeOf = (primary: string): string => codeOfTag.get(primary) ?? primary;

/** Code points. */
const codeMax = 35;

/** A language that can be spoken, by a code of two or three letters or a BCP 47 tag, given on as a tag with its region. */
export const spokenLanguage = field<string>(
  (raw) => {
    const text = parseText(raw, { max: codeMax });
    if (!text.ok) return text;
    const [primary, tag] = [primaryTag(text.value), regionalTag(text.value)];
    const isSpoken = primary !== null && synthesisLanguages.includes(primary);
    return isSpoken && tag !== null ? accept(tag) : refuse(literalFault(synthesisLanguages));
  },
  { ...textKeywords({ max: codeMax }), examples: ["en", "eng", "de"] },
);
