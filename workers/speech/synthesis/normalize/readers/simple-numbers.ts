import type { SpokenLanguage } from "#workers/speech/synthesis/normalize/language.ts";
import {
  parseAmount,
  parseNumber,
  sayNumber,
  signed,
  type WrittenNumber,
} from "#workers/speech/synthesis/normalize/numbers.ts";
import {
  coreAfter,
  type Context,
  type Reader,
  tokenAt,
  wordBefore,
} from "#workers/speech/synthesis/normalize/reading.ts";

/** `21st`, `3º`, `5वाँ`. */
export const readOrdinal: Reader = (context) => {
  const { language } = context;
  const amount = parseAmount(tokenAt(context)?.core ?? "", language);
  if (amount === null || amount.prefix !== "" || amount.negative || amount.number.fraction !== null) return null;
  const { number, suffix } = amount;
  if (!language.ordinalEndings.has(suffix.toLowerCase()) || number.whole.length > 12) return null;
  return { said: language.ordinal(number.whole, suffix.toLowerCase()), used: 1 };
};

const plural = (word: string): string => (word.endsWith("y") ? `${word.slice(0, -1)}ies` : `${word}s`);

/** English only: `1990s`, `'90s`. */
export const readDecade: Reader = (context) => {
  const { language } = context;
  const [, digits = ""] = /^['’]?(\d0|1[1-9]\d0|20\d0)['’]?s$/u.exec(tokenAt(context)?.core ?? "") ?? [];
  if (digits === "" || language.tag !== "en") return null;
  return { said: plural(digits.length === 2 ? language.cardinal(digits) : language.year(digits)), used: 1 };
};

/** Four digits that are a year: behind a word that tells, in parentheses, or of our times. */
function isYear({ whole, fraction, isGrouped }: WrittenNumber, context: Context): boolean {
  const { yearWords } = context.language;
  if (yearWords === null || fraction !== null || isGrouped || !/^(?:1[1-9]|20)\d\d$/.test(whole)) return false;
  const token = tokenAt(context);
  const inParentheses = token?.lead.endsWith("(") === true && token.trail.startsWith(")");
  return whole >= "1900" || inParentheses || yearWords.has(wordBefore(context));
}

/** Behind a number without a currency: `50k`. */
const isThousands = (suffix: string, { scales }: SpokenLanguage): boolean =>
  suffix === "k" && scales["k"] !== undefined;

/** Shorter words are prepositions and the like. */
const mayBeNoun = /^\p{Ll}{4,30}$/u;

/** `1250`, `-5`, `3.14`, `1984`, `50k`. */
export const readSimpleNumber: Reader = (context) => {
  const { language } = context;
  const amount = parseAmount(tokenAt(context)?.core ?? "", language);
  if (amount === null || amount.prefix !== "") return null;
  const { number, negative, suffix } = amount;
  if (isThousands(suffix, language)) {
    return { said: `${sayNumber(number, language)} ${language.scales["k"]?.[1] ?? ""}`, used: 1 };
  }
  if (suffix !== "") return null;
  if (!negative && isYear(number, context)) return { said: language.year(number.whole), used: 1 };
  const next = coreAfter(context, 1);
  const noun = mayBeNoun.test(next) ? next : "";
  return { said: signed(sayNumber(number, language, noun), negative, language), used: 1 };
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
  const said = fractionOf(core, language);
  if (said !== null) return { said, used: 1 };
  const [, left = "", right = ""] = /^(\d{1,3}(?:[.,]\d{1,2})?)[/:](\d{1,3})$/.exec(core) ?? [];
  const share = parseNumber(left, language);
  if (share === null || Number(right) === 0) return null;
  const { over, to } = language.names;
  const sides = [sayNumber({ ...share, whole: bare(share.whole) }, language), language.cardinal(bare(right))];
  if (core === "24/7") return { said: sides.join(" "), used: 1 };
  return { said: sides.join(` ${core.includes(":") ? to : over} `), used: 1 };
};

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
