import { currencyCodeOf } from "#workers/speech/text/currency-codes.ts";
import type { CurrencyNames, NounForms, SpokenLanguage } from "#workers/speech/text/language.ts";
import { currencyNames } from "#workers/speech/text/names-of-intl.ts";
import { type Amount, parseAmount, sayDigits, sayNumber, signed } from "#workers/speech/text/numbers.ts";
import { coreAfter, type Context, type Reader, tokenAt } from "#workers/speech/text/reading.ts";
import { formOf, isBeforeNoun, joinToNoun } from "./noun-forms.ts";

/** An amount of money: how much of which currency, in how many words. */
interface Money {
  readonly code: string;
  readonly amount: Amount;
  readonly scale: NounForms | null;
  readonly used: number;
}

const namesOf = (code: string, { tag, currencies }: SpokenLanguage): CurrencyNames => {
  const own = Object.hasOwn(currencies, code) ? currencies[code] : undefined;
  return own ?? { major: currencyNames(tag, code) ?? [code, code], minor: null };
};

const scaleOf = (word: string, { scales }: SpokenLanguage): NounForms | null => {
  const key = word.toLowerCase();
  return Object.hasOwn(scales, key) ? (scales[key] ?? null) : null;
};

/** `€9,99`, which cannot be groups. */
const withPoint = (core: string): string => core.replace(/^(\p{Sc}\d{1,6}),(\d\d)$/u, "$1.$2");

/** The sign of the currency, before the number in one word with it or as a word of its own. */
function signBefore(context: Context): Omit<Money, "scale"> | null {
  const core = tokenAt(context)?.core ?? "";
  const code = currencyCodeOf(core);
  if (code === null) {
    const amount = parseAmount(withPoint(core), context.language);
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
  if (suffix !== "" && !nameless.has(suffix)) {
    // `$2M+`
    const scale = scaleOf(suffix.replace(/\+$/, ""), context.language);
    return scale && { ...found, scale };
  }
  const { scale, used } = scaleBehind({ ...context, index: context.index + found.used - 1 });
  return { ...found, scale, used: found.used + used };
}

/** Ends of amounts that are no scale; `+` is said. */
const nameless: ReadonlySet<string> = new Set(["/-", "/=", "+"]);

/** `million`, and `mil millones`. */
function scaleBehind(context: Context): { readonly scale: NounForms | null; readonly used: number } {
  const { language } = context;
  const [word, next] = [coreAfter(context, 1).replace(/\+$/, ""), coreAfter(context, 2)];
  const scale = word.length > 1 ? scaleOf(word, language) : null;
  const larger = smallScales.has(word) ? scaleOf(next, language) : null;
  if (scale === null || larger === null) return { scale, used: scale === null ? 0 : 1 };
  return { scale: [`${scale[0]} ${larger[1]}`, `${scale[1]} ${larger[1]}`], used: 2 };
}

/** The sign of a currency at the end of a word. */
const signAtEnd = /\p{Sc}$/u;

/** `3,5 M€`, `2 mld €`, `2 Md€`. */
function moneyBehindScale(amount: Amount, context: Context): Money | null {
  const words = amount.suffix === "" ? [coreAfter(context, 1), coreAfter(context, 2)] : [amount.suffix];
  const [first = "", second = ""] = words;
  const isOne = signAtEnd.test(first);
  const scale = scaleOf(isOne ? first.slice(0, -1) : first, context.language);
  const code = currencyCodeOf(isOne ? first.slice(-1) : second);
  if (scale === null || code === null) return null;
  return { code, amount, scale, used: (amount.suffix === "" ? 1 : 0) + (isOne ? 1 : 2) };
}

/** The sign behind the number: `19,99 €`, `20 USD`. */
function moneyBehind(context: Context): Money | null {
  const amount = parseAmount(tokenAt(context)?.core ?? "", context.language);
  if (amount === null || amount.prefix !== "") return null;
  const large = moneyBehindScale(amount, context);
  if (large !== null) return large;
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
    const { of } = language.names;
    const joint = smallScales.has(word) || of === "" ? " " : ` ${of} `;
    const before = language.tag === "fr" && /^[aeiou]/u.test(major[1]) && joint !== " " ? " d'" : joint;
    return `${sayNumber(number, language, word)} ${word}${before}${major[1]}`;
  }
  const { whole, fraction } = number;
  if (fraction?.length !== 2 || minor === null) {
    const noun = formOf(major, number);
    return `${sayNumber(number, language, noun)}${joinToNoun(number, noun, language)}${noun}`;
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

function sayAsAdjective({ code, amount, scale }: Money, language: SpokenLanguage): string {
  const number = sayNumber(amount.number, language);
  return [number, scale?.[0], namesOf(code, language).major[0]].filter(Boolean).join(" ");
}

/** `$42.50`, `₹1,25,000`, `Rs. 500`, `$3.5 million`, `19,99 €`. */
export const readMoney: Reader = (context) => {
  const money = moneyBefore(context) ?? moneyBehind(context);
  if (money === null) return null;
  const { language } = context;
  const said =
    isBeforeNoun(context, money.used) && money.amount.number.fraction === null
      ? sayAsAdjective(money, language)
      : sayMoney(money, language);
  const more =
    tokenAt(context, money.used - 1)?.core.endsWith("+") === true ? ` ${language.names.signs["+"] ?? ""}` : "";
  const yearly = /lpa$/i.test(tokenAt(context, money.used - 1)?.core ?? "") ? " per annum" : "";
  return { said: `${signed(said, money.amount.negative, language)}${more}${yearly}`, used: money.used };
};
