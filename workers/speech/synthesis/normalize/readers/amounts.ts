import { currencyCodeOf } from "#workers/speech/synthesis/normalize/currency-codes.ts";
import type { CurrencyNames, NounForms, SpokenLanguage } from "#workers/speech/synthesis/normalize/language.ts";
import { currencyNames } from "#workers/speech/synthesis/normalize/names-of-intl.ts";
import {
  type Amount,
  parseAmount,
  sayDigits,
  sayNumber,
  signed,
  valueOf,
  type WrittenNumber,
} from "#workers/speech/synthesis/normalize/numbers.ts";
import {
  coreAfter,
  type Context,
  type Reader,
  type Reading,
  tokenAt,
} from "#workers/speech/synthesis/normalize/reading.ts";
import { ratioNamesOf } from "#workers/speech/synthesis/normalize/unit-names.ts";
import { readSimpleNumber } from "./simple-numbers.ts";

/** What stands with a number: it has said how much of which currency, in how many words. */
interface Money {
  readonly code: string;
  readonly amount: Amount;
  readonly scale: NounForms | null;
  readonly used: number;
}

const formOf = ([one, many]: NounForms, number: WrittenNumber): string => (valueOf(number) === 1 ? one : many);

const namesOf = (code: string, { tag, currencies }: SpokenLanguage): CurrencyNames => {
  const own = Object.hasOwn(currencies, code) ? currencies[code] : undefined;
  return own ?? { major: currencyNames(tag, code) ?? [code, code], minor: null };
};

const scaleOf = (word: string, { scales }: SpokenLanguage): NounForms | null => {
  const key = word.toLowerCase();
  return Object.hasOwn(scales, key) ? (scales[key] ?? null) : null;
};

/** The sign of the currency, before the number in one word with it or as a word of its own. */
function signBefore(context: Context): Omit<Money, "scale"> | null {
  const core = tokenAt(context)?.core ?? "";
  const code = currencyCodeOf(core);
  if (code === null) {
    const amount = parseAmount(core, context.language);
    const own = amount && currencyCodeOf(amount.prefix);
    return amount && own ? { code: own, amount, used: 1 } : null;
  }
  const isAbbreviated = tokenAt(context)?.trail === "." && currencyCodeOf(`${core}.`) === code;
  const next = isAbbreviated ? (tokenAt(context, 1)?.core ?? "") : coreAfter(context, 1);
  const amount = parseAmount(next, context.language);
  return amount?.prefix === "" ? { code, amount, used: 2 } : null;
}

/** With the scale behind the number: `$3.5 million`, `$2M`. What ends Indian amounts, `/-`, is left out. */
function moneyBefore(context: Context): Money | null {
  const found = signBefore(context);
  if (found === null) return null;
  const { suffix } = found.amount;
  if (suffix !== "" && suffix !== "/-") {
    const scale = scaleOf(suffix, context.language);
    return scale && { ...found, scale };
  }
  const word = coreAfter({ ...context, index: context.index + found.used - 1 }, 1);
  const scale = word.length > 1 ? scaleOf(word, context.language) : null;
  return { ...found, scale, used: found.used + (scale === null ? 0 : 1) };
}

/** The sign behind the number: `19,99 €`, `20 USD`. */
function moneyBehind(context: Context): Money | null {
  const amount = parseAmount(tokenAt(context)?.core ?? "", context.language);
  if (amount === null || amount.prefix !== "") return null;
  const own = currencyCodeOf(amount.suffix);
  if (own !== null) return { code: own, amount, scale: null, used: 1 };
  const next = amount.suffix === "" ? currencyCodeOf(coreAfter(context, 1)) : null;
  return next === null ? null : { code: next, amount, scale: null, used: 2 };
}

/** `mil euros`, but `un millón de euros`. */
const smallScales: ReadonlySet<string> = new Set(["mil", "mille", "mila"]);

function sayMoney({ code, amount, scale }: Money, language: SpokenLanguage): string {
  const { major, minor } = namesOf(code, language);
  const number = code === "INR" ? { ...amount.number, indian: true } : amount.number;
  if (scale !== null) {
    const word = formOf(scale, number);
    const of = smallScales.has(word) || language.names.of === "" ? "" : ` ${language.names.of}`;
    return `${sayNumber(number, language, word)} ${word}${of} ${major[1]}`;
  }
  const { whole, fraction } = number;
  if (fraction?.length !== 2 || minor === null) {
    const noun = formOf(major, number);
    return `${sayNumber(number, language, noun)} ${noun}`;
  }
  const minors = fraction.replace(/^0/, "");
  const majorNoun = whole === "1" ? major[0] : major[1];
  const main = `${sayDigits(whole, language, { indian: number.indian, noun: majorNoun })} ${majorNoun}`;
  if (minors === "0") return main;
  const minorNoun = minors === "1" ? minor[0] : minor[1];
  const rest = `${sayDigits(minors, language, { noun: minorNoun })} ${minorNoun}`;
  if (whole === "0") return rest;
  return [main, language.names.minorJoin, rest].filter(Boolean).join(" ");
}

/** `$42.50`, `₹1,25,000`, `Rs. 500`, `$3.5 million`, `19,99 €`. */
export const readMoney: Reader = (context) => {
  const money = moneyBefore(context) ?? moneyBehind(context);
  if (money === null) return null;
  const said = sayMoney(money, context.language);
  return { said: signed(said, money.amount.negative, context.language), used: money.used };
};

/** Whether the next word is one with its dot: `6 hrs.`. */
const isAbbreviation = (context: Context): boolean => {
  const { core = "", trail = "" } = tokenAt(context, 1) ?? {};
  return trail.startsWith(".") && Object.hasOwn(context.language.abbreviations, `${core.toLowerCase()}.`);
};

/** `3 kg`, `20°C`, `15%`. */
export const readQuantity: Reader = (context) => {
  const { language } = context;
  const amount = parseAmount(tokenAt(context)?.core ?? "", language);
  if (amount === null || amount.prefix !== "") return null;
  const own = amount.suffix === "" ? null : ratioNamesOf(amount.suffix, language);
  const next = amount.suffix === "" && !isAbbreviation(context) ? ratioNamesOf(coreAfter(context, 1), language) : null;
  const names = own ?? next;
  if (names === null) return null;
  const noun = formOf(names, amount.number);
  const said = `${sayNumber(amount.number, language, noun)} ${noun}`;
  return { said: signed(said, amount.negative, language), used: own === null ? 2 : 1 };
};

/** A number of four digits and the next one of two or four are years. */
const isYears = (left: string, right: string): boolean =>
  /^(?:1[1-9]|20)\d\d$/.test(left) && (right.length === 2 || (right.length === 4 && right > left));

const longestInHyphens = 3;

function sayLeft(left: Amount, right: Amount, language: SpokenLanguage): string {
  const { whole, fraction } = left.number;
  const isYear = fraction === null && isYears(whole, right.number.whole) && right.suffix === "" && left.prefix === "";
  return isYear ? language.year(whole) : sayNumber(left.number, language);
}

/** What may be a range: two amounts with one dash between, of one currency and one unit. */
function endsOf(core: string, language: SpokenLanguage): readonly [Amount, Amount, string] | null {
  const at = core.slice(1).search(/[-–—−‐‑]/u) + 1;
  if (at === 0) return null;
  const [left, right] = [parseAmount(core.slice(0, at), language), parseAmount(core.slice(at + 1), language)];
  if (left === null || right === null || right.negative) return null;
  const isOne =
    (left.suffix === "" || left.suffix === right.suffix) && (right.prefix === "" || right.prefix === left.prefix);
  const isCode = [left, right].some(({ number }) => number.whole.length > 1 && number.whole.startsWith("0"));
  if (!isOne || isCode) return null;
  const [{ whole }, { whole: end }] = [left.number, right.number];
  const isPair = core[at] === "-" && (whole.length > longestInHyphens || end.length > longestInHyphens);
  if (isPair && Number(whole) >= Number(end) && !isYears(whole, end)) return null;
  return [left, right, `${left.prefix}${core.slice(at + 1).replace(right.prefix, "")}`];
}

/** `10–12`, `$5–10`, `10-12 kg`, `1990–95`. */
export const readRange: Reader = (context) => {
  const own = tokenAt(context);
  // `R$ 5-10` is read as `R$5-10`.
  const isSign = own !== undefined && currencyCodeOf(own.core) !== null && coreAfter(context, 1) !== "";
  if (isSign) return readRangeAt(joinedWithNext(context), 1);
  return readRangeAt(context, 0);
};

function joinedWithNext(context: Context): Context {
  const [sign, token, ...rest] = context.tokens.slice(context.index, context.index + 5);
  if (sign === undefined || token === undefined) return context;
  return { ...context, tokens: [{ ...token, core: `${sign.core}${token.core}` }, ...rest], index: 0 };
}

/** `more` words stand before the range itself. */
function readRangeAt(context: Context, more: number): Reading | null {
  const token = tokenAt(context);
  const ends = token && endsOf(token.core, context.language);
  if (!token || !ends) return null;
  const [left, right, core] = ends;
  const tokens = [{ ...token, core }, ...context.tokens.slice(context.index + 1, context.index + 4)];
  const rest: Context = { ...context, tokens, index: 0 };
  const reading: Reading | null =
    readMoney(rest) ?? readQuantity(rest) ?? readYears(left, right, rest) ?? readSimpleNumber(rest);
  if (reading === null) return null;
  const said = signed(sayLeft(left, right, context.language), left.negative, context.language);
  return { ...reading, said: `${said} ${context.language.names.to} ${reading.said}`, used: reading.used + more };
}

function readYears(left: Amount, right: Amount, { language }: Context): Reading | null {
  const { whole } = right.number;
  if (!isYears(left.number.whole, whole) || right.suffix !== "") return null;
  return { said: whole.length === 4 ? language.year(whole) : sayDigits(whole, language), used: 1 };
}
