import { iso6393To1 } from "iso-639-3";
import { accept, field, refuse } from "#src/api/validation/field.ts";
import { literalFault } from "#src/api/validation/literal.ts";
import { parseText, textKeywords } from "#src/api/validation/text.ts";
import { primaryTag, synthesisLanguages } from "#src/domain/speech/languages.ts";

/** Codes of three letters (ISO 639-3) by the tags of two. */
const codeOfTag: ReadonlyMap<string, string> = new Map(Object.entries(iso6393To1).map(([code, tag]) => [tag, code]));

/** What an answer calls a language: by three letters. */
export const languageCodeOf = (primary: string): string => codeOfTag.get(primary) ?? primary;

/** A code of three letters and what may follow it. */
const threeLetters = /^(?<code>[a-z]{3})(?<rest>(?:-[a-z0-9]{1,8})*)$/i;

/**
 * The BCP 47 tag of a code of three letters that has a shorter one, by itself (ISO 639-3, ISO 639-2/B) or by its macrolanguage:
 * `ger-AT` gives `de-AT`, and `cmn` `zh`. Anything else as it is.
 */
export function languageTagOf(tag: string): string {
  const { code = "", rest = "" } = threeLetters.exec(tag)?.groups ?? {};
  return code === "" ? tag : `${iso6393To1[code.toLowerCase()] ?? canonicalLanguage(code)}${rest}`;
}

/** The code that Unicode's CLDR, which Node has, gives a language: that of its macrolanguage for `cmn`, for example. */
const canonicalLanguage = (code: string): string => {
  const { language } = new Intl.Locale(code);
  // Models know Filipino by the code of Tagalog.
  return language === "fil" ? "tl" : language;
};

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
