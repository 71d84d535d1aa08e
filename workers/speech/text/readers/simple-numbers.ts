import type { SpokenLanguage } from "#workers/speech/text/language.ts";
import { namesByAbbreviation } from "#workers/speech/text/names-of-intl.ts";
import {
  parseAmount,
  parseNumber,
  sayNumber,
  signed,
  valueOf,
  type WrittenNumber,
} from "#workers/speech/text/numbers.ts";
import { biblicalBooks } from "#workers/speech/text/languages/english-words.ts";
import { joinToNoun } from "./noun-forms.ts";
import {
  coreAfter,
  type Context,
  type Reader,
  type Reading,
  tokenAt,
  wordBefore,
} from "#workers/speech/text/reading.ts";

/** `21st`, `3º`, `5वाँ`. */
export const readOrdinal: Reader = (context) => {
  const { language } = context;
  const amount = parseAmount(tokenAt(context)?.core ?? "", language);
  if (amount === null || amount.prefix !== "" || amount.negative || amount.number.fraction !== null) return null;
  const { number, suffix } = amount;
  if (!language.ordinalEndings.has(suffix.toLowerCase()) || number.whole.length > 12) return null;
  return { said: language.ordinal(number.whole, suffix.toLowerCase()), used: 1 };
};

/** Nouns behind `3°` where it is an ordinal. */
const ranked: ReadonlySet<string> = new Set(
  "piano posto grado secolo anno giorno volta premio turno classe piso lugar año puesto premio andar grau ano lugar capitolo capítulo".split(
    " ",
  ),
);

/** `3° piano`, `1° maggio`: degrees stand for an ordinal in Italian, Spanish and Portuguese. */
export const readDegreeOrdinal: Reader = (context) => {
  const { language } = context;
  const [, digits = ""] = /^([1-9]\d{0,2})°$/u.exec(tokenAt(context)?.core ?? "") ?? [];
  if (digits === "" || !["es", "it", "pt"].includes(language.tag)) return null;
  const next = coreAfter(context, 1);
  const isDate = next === "de" || namesByAbbreviation(language.tag).get(next.toLowerCase()) === next;
  return ranked.has(next) || (digits === "1" && isDate) ? { said: language.ordinal(digits, "º"), used: 1 } : null;
};

const plural = (word: string): string => (word.endsWith("y") ? `${word.slice(0, -1)}ies` : `${word}s`);

/** `mid-30s`, `late-1990s`. */
function readPartOfDecade(context: Context): Reading | null {
  const token = tokenAt(context);
  const [, part = "", decade = ""] = /^(\p{L}{3,5})-(['’]?\d{2,4}s)$/u.exec(token?.core ?? "") ?? [];
  if (token === undefined || part === "") return null;
  const reading = readDecade({ ...context, tokens: [{ ...token, core: decade }], index: 0 });
  return reading && { ...reading, said: `${part} ${reading.said}` };
}

/** English only: `1990s`, `'90s`. */
export const readDecade: Reader = (context) => {
  const { language } = context;
  const [, digits = ""] = /^['’]?(\d0|1[1-9]\d0|20\d0)['’]?s$/u.exec(tokenAt(context)?.core ?? "") ?? [];
  if (language.tag !== "en") return null;
  if (digits === "") return readPartOfDecade(context);
  return { said: plural(digits.length === 2 ? language.cardinal(digits) : language.year(digits)), used: 1 };
};

/** Four digits that are a year: behind a word that tells, in parentheses, or of our times. */
function isYear({ whole, fraction, isGrouped }: WrittenNumber, context: Context): boolean {
  const { yearWords } = context.language;
  if (yearWords === null || fraction !== null || isGrouped || !/^(?:1\d|20)\d\d$/.test(whole)) return false;
  if (whole < "1100") return /^years?$/.test(wordBefore(context));
  const token = tokenAt(context);
  const inParentheses = token?.lead.endsWith("(") === true && token.trail.startsWith(")");
  return whole >= "1900" || inParentheses || yearWords.has(wordBefore(context));
}

/** The word for what is behind a number without a currency: `50k`, `10M+`; without the plus a capital is of a name. */
function scaleOf(suffix: string, { scales }: SpokenLanguage): string | null {
  const [, sign = "", plus] = /^(k|[KMB]|mn|bn)(\+)?$/.exec(suffix) ?? [];
  if (sign !== "k" && plus === undefined) return null;
  return scales[sign.toLowerCase()]?.[1] ?? null;
}

const plusOf = (suffix: string, { names }: SpokenLanguage): string =>
  suffix.endsWith("+") ? ` ${names.signs["+"] ?? ""}` : "";

/** Shorter words are prepositions and the like; in German nouns have a capital. */
const mayBeNoun = /^\p{Ll}{4,30}$/u;
const mayBeGermanNoun = /^\p{Lu}\p{Ll}{2,30}$/u;

/** `1.5e6`, `5e-3`. */
export const readExponent: Reader = (context) => {
  const { language } = context;
  const [, written = "", sign = "", power = ""] =
    /^(\d{1,12}(?:\.\d{1,12})?)[eE]([-+−]?)(\d{1,3})$/u.exec(tokenAt(context)?.core ?? "") ?? [];
  const number = written === "" ? null : parseNumber(written, { decimalSign: "." });
  if (number === null) return null;
  const { signs, powers } = language.names;
  const exponent = signed(language.cardinal(bare(power)), sign !== "" && sign !== "+", language);
  const ten = language.cardinal("10");
  return { said: [sayNumber(number, language), signs["×"], ten, powers[2], exponent].join(" "), used: 1 };
};

/** `1250`, `-5`, `3.14`, `1984`, `50k`. */
export const readSimpleNumber: Reader = (context) => {
  const { language } = context;
  const amount = parseAmount(tokenAt(context)?.core ?? "", language);
  if (amount === null || amount.prefix !== "") return null;
  const { number, negative, suffix } = amount;
  const { scales } = language;
  const large = scaleOf(suffix, language);
  if (large !== null) return { said: `${sayNumber(number, language)} ${large}${plusOf(suffix, language)}`, used: 1 };
  const scale = scales[coreAfter(context, 1)];
  const isScale =
    suffix === "" &&
    coreAfter(context, 1).length > 1 &&
    scale !== undefined &&
    Object.hasOwn(scales, coreAfter(context, 1));
  if (isScale) {
    const written = coreAfter(context, 1);
    const word = scale.includes(written) ? written : scale[number.whole === "1" && number.fraction === null ? 0 : 1];
    return { said: signed(`${sayNumber(number, language, word)} ${word}`, negative, language), used: 2 };
  }
  if (suffix === "+") return { said: `${sayNumber(number, language)}${plusOf(suffix, language)}`, used: 1 };
  if (suffix === "p" && language.tag === "en" && number.whole.length <= 2)
    return { said: `${sayNumber(number, language)} pence`, used: 1 };
  if (suffix !== "") return null;
  if (!negative && isYear(number, context)) return { said: language.year(number.whole), used: 1 };
  const next = coreAfter(context, 1);
  const noun = (language.tag === "de" ? mayBeGermanNoun : mayBeNoun).test(next) ? next : "";
  const joint = noun === "" ? " " : joinToNoun(number, noun, language);
  const said = signed(`${sayNumber(number, language, noun)}${joint}`, negative, language);
  return joint === " "
    ? { said: said.trimEnd(), used: 1 }
    : { said: said.trimEnd(), used: 1, space: joint.endsWith(" ") ? " " : "" };
};

const bare = (digits: string): string => String(Number(digits));

/** `1/2`, `3/4`, `2 1/2`, `24/7`, `16:9`. */
export const readFraction: Reader = (context) => {
  const { language } = context;
  const core = tokenAt(context)?.core ?? "";
  if (/^\d{1,3}$/.test(core)) {
    const rest = fractionOf(coreAfter(context, 1), language);
    return rest === null ? null : { said: language.mixedFraction(language.cardinal(core), rest), used: 2 };
  }
  const said = sayPlace(core, context) ?? sayPair(core, language) ?? fractionOf(core, language);
  if (said !== null) return { said, used: 1 };
  const [, left = "", right = ""] = /^(\d{1,3}(?:[.,]\d{1,2})?)[/:](\d{1,3})$/.exec(core) ?? [];
  const share = parseNumber(left, language);
  if (share === null || Number(right) === 0) return null;
  const { over, outOf, to } = language.names;
  const sides = [sayNumber({ ...share, whole: bare(share.whole) }, language), language.cardinal(bare(right))];
  if (isVerse(core, context)) return { said: sides.join(" "), used: 1 };
  const of = wholes.has(right) && valueOf(share) <= Number(right) ? outOf : over;
  return { said: sides.join(` ${core.includes(":") ? to : of} `), used: 1 };
};

/** The full marks that marks and points are out of. */
const wholes: ReadonlySet<string> = new Set(["5", "10", "20", "50", "100"]);

/** `24/7`, `9/11`, `50/50`, `80/20`, `20/20`: one number after the other. */
function sayPair(core: string, language: SpokenLanguage): string | null {
  const [, left = "", right = ""] = /^(\d{1,2})\/(\d{1,2})$/.exec(core) ?? [];
  const isWhole = left.length === 2 && right.length === 2 && Number(left) + Number(right) === 100;
  if (left === "" || !(isWhole || ["24/7", "9/11", "20/20"].includes(core))) return null;
  return `${language.cardinal(bare(left))} ${language.cardinal(bare(right))}`;
}

/** `Isaiah 40:31`: English. */
const isVerse = (core: string, context: Context): boolean =>
  core.includes(":") && context.language.tag === "en" && biblicalBooks.has(wordBefore(context));

/** A place follows one of these. */
const places: ReadonlySet<string> = new Set(
  "flat house plot door no number shop sector ward unit apartment quarter".split(" "),
);

/** `flat 4/12`. */
function sayPlace(core: string, context: Context): string | null {
  const { language } = context;
  const before = tokenAt(context, -1);
  const isPlace = places.has(before?.core.toLowerCase() ?? "") && /^\.?$/.test(before?.trail ?? "");
  if (!isPlace || !/^\d{1,4}\/\d{1,4}$/.test(core)) return null;
  const numbers = core.split("/").map((part) => language.cardinal(bare(part)));
  return numbers.join(` ${language.names.address["/"] ?? ""} `);
}

function fractionOf(core: string, language: SpokenLanguage): string | null {
  const [, numerator = "", denominator = ""] = /^([1-9]\d?)\/([1-9]\d?)$/.exec(core) ?? [];
  if (numerator === "" || Number(numerator) >= Number(denominator)) return null;
  return language.fraction(numerator, denominator);
}

/** `v2.10.3`, `192.168.1.1`. */
export const readVersion: Reader = (context) => {
  const { language } = context;
  const [, mark = "", digits = ""] = /^([vV]?)(\d{1,9}(?:\.\d{1,9}){1,5})$/.exec(tokenAt(context)?.core ?? "") ?? [];
  const parts = digits.split(".");
  if (digits === "" || (mark === "" && parts.length < 3) || parseNumber(digits, language)?.isGrouped === true)
    return null;
  const point = language.names.address["."] ?? "";
  const said = parts
    .map((part) => language.cardinal(String(Number(part))))
    .join(` ${mark === "" && parts.length > 3 ? point : pointOf(language)} `);
  return { said: mark === "" ? said : `${language.names.version} ${said}`, used: 1 };
};

/** Between the parts of a version it is a point, whatever the decimal sign is called. */
const pointOf = ({ decimalSign, names }: SpokenLanguage): string =>
  (decimalSign === "." ? names.point : names.address["."]) ?? "";
