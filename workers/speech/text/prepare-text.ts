import type { SpokenLanguage } from "./language.ts";
import { joinGroups } from "./group-digits.ts";
import { namedSigns, plainOperators } from "./plain-operators.ts";
import { plainCapitals } from "./plain-capitals.ts";

/** `½` as `1/2`, `Ⅳ` as `IV`, `①` as `1`; what is raised stays. */
const plainNumbers = (text: string): string =>
  text.replaceAll(/[\p{Nl}\p{No}]/gu, (sign, at: number) => {
    const plain = sign.normalize("NFKC").replace("\u2044", "/");
    if (/^[¹²³⁰-⁹₀-₉]$/u.test(sign) || !/^[\dA-Z/]+$/.test(plain)) return sign;
    return /\d/.test(text[at - 1] ?? "") ? ` ${plain}` : plain;
  });

/** `H₂O` as `H2O`, `10⁻³` as `10^-3`; `x²` and `m³` stay. */
const plainIndices = (text: string): string =>
  text
    .replaceAll(/(?<=[\p{L}\d)])[₀-₉]/gu, (sign) => sign.normalize("NFKC"))
    .replaceAll(/(?<=[\p{L}\d)])[⁺⁻⁰¹²³⁴-⁹]+/gu, (power) =>
      power === "²" || power === "³" ? power : `^${power.normalize("NFKC")}`,
    );

/** Feet and inches, `5′ 11″`. */
const plainPrimes = (text: string): string =>
  text.replaceAll(/(?<=\d)\u2032/gu, "'").replaceAll(/(?<=\d)\u2033/gu, '"');

/** `:)`, `;-)`, alone. */
const emoticon = /(?<!\S)[:;]['-]?[()DPp|](?!\S)/gu;

/** `$500k–$1M`, which is of two scales. */
const rangeOfScales =
  /(?<=[$€£¥₹]\d[\d.,]{0,9})(k|K|M|B|bn|mn)[-–—](?=[$€£¥₹]?\d[\d.,]{0,9}(k|K|M|B|bn|mn)(?![\p{L}\d]))/gu;

/** `3-4x a day`, `2x–3x faster`; `3-4x is positive` is a formula. */
const rangeOfTimes =
  /(?<![\p{L}\p{N}.,()^=+*/×÷−–-])(?<![=+*/×÷<>−–-] )(\d{1,4}(?:\.\d{1,2})?)[x×]?[-–—](\d{1,4}(?:\.\d{1,2})?)[x×](?= (?:an? \p{L}{2}|(?:per|each|every|daily|weekly|monthly|yearly|the|as|more|less|am|pro|täglich|par|por|al|à)(?!\p{L})|\p{Ll}{2,12}er(?!\p{L})))/gu;
/** `It grew 3-4x.` */
const rangeOfGrowth =
  /(?<=(?<!\p{L})(?:by|about|around|roughly|grew|rose|improved|increased) )(\d{1,4}(?:\.\d{1,2})?)[x×]?[-–—](\d{1,4}(?:\.\d{1,2})?)[x×](?=[.,;!?]?(?:\s|$))(?! ?[-−–+=*/<>≤≥×÷])/gu;

const sayRangeOfTimes = (range: string, from: string, to: string): string =>
  Number(from) < Number(to) ? `${from}–${to} ×` : range;

/** Writes the parts of one number or one time in one word: `R$ 5`, `5 €/kg`, `6 h 05`, `p. m.`, `EE. UU.`; `9 a.m.–5` in two. */
const joinWords = (text: string): string =>
  text
    .replaceAll(/(?<=[$€£¥₹]) (?=\d)/gu, "")
    .replaceAll(rangeOfTimes, sayRangeOfTimes)
    .replaceAll(rangeOfGrowth, sayRangeOfTimes)
    .replaceAll(/(?<=\/100) (?=km(?!\p{L}))/gu, "")
    .replaceAll(/(?<=[$€£]\d[\d.,]{0,9})MM(?!\p{L})/gu, "M")
    .replaceAll(rangeOfScales, (range, scale: string, other: string) =>
      scale === other ? range : range.replace(/[-–—]/u, " – "),
    )
    .replaceAll(/(?<=\d) (?=[$€£¥₹]\/)/gu, "")
    .replaceAll(/(?<=\d) h (?=[0-5]\d(?!\d)(?! ?min))/gu, "h")
    .replaceAll(/(?<=\d )([ap])\. m\b/giu, "$1.m")
    .replaceAll(/(?<=anni |años |anos |années )['’](?=\d\d(?!\d))/gu, "")
    .replaceAll(/(?<!\p{L})EE\. UU(?!\p{L})/gu, "EE.UU")
    .replaceAll(/(?<=\d ?[ap]\.?m\.?)[-–—](?=\d)/giu, " – ");

/** A longer line that goes on is of a text with a fixed width. */
const longestLine = 60;
const ended = /[\p{P}\p{S}]$/u;
const begun = /^\s*(?:[-–—*•·]\s|\(?\d{1,3}[.)]\s|["'“«(]?[\p{Lu}\d])/u;

/** Lines of a list, an address or a heading get the pause that they are read with. */
function pauseAtLines(text: string): string {
  const lines = text.split("\n");
  return lines
    .map((line, at) => {
      const next = lines[at + 1] ?? "";
      const isOpen = line.trim() !== "" && line.length <= longestLine && !ended.test(line.trimEnd());
      return isOpen && begun.test(next) ? `${line.trimEnd()},` : line;
    })
    .join("\n");
}

/** English: `120 sq. ft.` as `120 ft²`, `2021-present` in three words. */
const plainEnglish = (text: string): string =>
  plainCapitals(namedSigns(text))
    .replaceAll(/\bsq\.? (ft|km|cm|mi|m)(\.(?= \p{Ll}))?(?!\p{L})/gu, "$1²")
    .replaceAll(/\b(\d{1,2})\/(?=[$€£₹]\d)/gu, "$1 for ")
    .replaceAll(/(?<=\d{4})[-–](?=(?:present|now|today|current)(?!\p{L}))/gu, " to ");

const germanTens: Readonly<Record<string, string>> = {
  ...{ 10: "zehn", 20: "zwanzig", 30: "dreißig", 40: "vierzig", 50: "fünfzig", 60: "sechzig", 70: "siebzig" },
  ...{ 80: "achtzig", 90: "neunzig" },
};

/** German: `z. B.` as `z.B.`, `Hauptstr.` as `Hauptstraße`, `0171/1234567` in two words. */
const plainGerman = (text: string): string =>
  text
    .replaceAll(/(?<!\p{L})([ziuodsvn])\. (?=(?:B|T|Zt|a|ä|h|d|R|o|u|U|Chr)\.)/gu, "$1.")
    .replaceAll(/(?<=\d )(Mio|Mrd|Bio|Tsd)\.(?= )/gu, "$1")
    .replaceAll(/(?<!\p{L})(m|e)\. (?=(?:E|V|M)\.)/gu, "$1.")
    .replaceAll(/(?<!\p{L})Dr\. ?(?:med|phil|jur|rer\. ?nat|h\. ?c)\.(?= )/gu, "Dr.")
    .replaceAll(/(?<=\d{1,2}):([0-5]\d):([0-5]\d) Uhr(?!\p{L})/gu, ":$1:$2")
    .replaceAll(/§§ ?(?=\d)/gu, "Paragraphen ")
    .replaceAll(/(?<=\d)\. ?[-–—] ?(?=\d{1,2}\. \p{Lu})/gu, ". bis ")
    .replaceAll(/(?<=\d) : (?=\d{1,9} ?=)/gu, " ÷ ")
    .replaceAll(
      /(?<![\p{L}\d])([1-9]0)er(?=[ns]?(?![\p{L}\d]))/gu,
      (_all, decade: string) => `${germanTens[decade] ?? decade}er`,
    )
    .replaceAll(/(?<=\p{Ll})str\.(?!\p{L})/gu, "straße")
    .replaceAll(/(?<!\d)(0\d{2,5})\/(?=\d{3})/g, "$1 ");

/** Spellings of one language alone. */
const inLanguage = (text: string, tag: string): string => {
  if (tag === "de") return plainGerman(text);
  return tag === "en" ? plainEnglish(text) : text;
};

/** The same text in the spellings that the readers know. */
export function prepareText(text: string, { tag, names }: SpokenLanguage): string {
  const plain = plainNumbers(plainIndices(plainPrimes(text.replaceAll(emoticon, ""))));
  const joined = joinWords(joinGroups(plain, tag));
  return pauseAtLines(plainOperators(inLanguage(joined, tag), names.per));
}
