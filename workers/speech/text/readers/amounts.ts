import { currencyCodeOf } from "#workers/speech/text/currency-codes.ts";
import type { SpokenLanguage } from "#workers/speech/text/language.ts";
import { type Amount, parseAmount, sayDigits, sayNumber, signed } from "#workers/speech/text/numbers.ts";
import { coreAfter, type Context, type Reader, type Reading, tokenAt } from "#workers/speech/text/reading.ts";
import { ratioNamesOf } from "#workers/speech/text/unit-names.ts";
import { readMoney } from "./money.ts";
import { formOf, isBeforeNoun } from "./noun-forms.ts";
import { readSimpleNumber } from "./simple-numbers.ts";

/** Whether the next word is one with its dot: `6 hrs.`. */
const isAbbreviation = (context: Context): boolean => {
  const { core = "", trail = "" } = tokenAt(context, 1) ?? {};
  const key = `${core.toLowerCase()}.`;
  const { abbreviations } = context.language;
  const known = Object.hasOwn(abbreviations, key) ? (abbreviations[key] ?? []) : [];
  return trail.startsWith(".") && known.some(({ place }) => place === "anywhere" || place === "after number");
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
  const used = own === null ? 2 : 1;
  const noun = isBeforeNoun(context, used) ? names[0] : formOf(names, amount.number);
  const said = `${sayNumber(amount.number, language, noun)} ${noun}`;
  return { said: signed(said, amount.negative, language), used };
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

/** The ends of a range: two amounts with one dash between, of one currency and one unit. */
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
  const { to } = context.language.names;
  // In Hindi the word may be there already: `3-2 से`.
  const joint = coreAfter(rest, reading.used) === to && context.language.tag === "hi" ? "" : `${to} `;
  return { ...reading, said: `${said} ${joint}${reading.said}`, used: reading.used + more };
}

function readYears(left: Amount, right: Amount, { language }: Context): Reading | null {
  const { whole } = right.number;
  if (!isYears(left.number.whole, whole) || right.suffix !== "") return null;
  return { said: whole.length === 4 ? language.year(whole) : sayDigits(whole, language), used: 1 };
}
