import type { NumberStyle, SpokenLanguage } from "./language.ts";

/** A number as it was written. */
export interface WrittenNumber {
  readonly whole: string;
  /** The digits behind the decimal sign; null when there are none. */
  readonly fraction: string | null;
  readonly indian: boolean;
  readonly isGrouped: boolean;
}

/** A longer row of digits is read digit by digit. */
const longestCardinal = 12;

const isDigits = (text: string): boolean => /^\d+$/.test(text);

export const digitByDigit = (digits: string, language: SpokenLanguage): string =>
  [...digits].map((digit) => language.cardinal(digit)).join(" ");

/** A row of digits as a number; one that is too long, or begins with zero, digit by digit. */
export const sayDigits = (digits: string, language: SpokenLanguage, style: NumberStyle = {}): string =>
  digits.length > longestCardinal || (digits.length > 1 && digits.startsWith("0"))
    ? digitByDigit(digits, language)
    : language.cardinal(digits, style);

/** `1,299.99` where `1.299,99` is meant, and the other way about. */
const isSwapped = (written: string, decimalSign: string): boolean =>
  decimalSign === "."
    ? /^\d{1,3}(?:\.\d{3}){1,3},\d{1,2}$/.test(written)
    : /^\d{1,3}(?:,\d{3}){1,3}\.\d{1,2}$/.test(written);

/** `1,234,567`, `1,25,000`, `1250.50`, with comma and point changing places where the language does so; else null. */
export function parseNumber(written: string, language: Pick<SpokenLanguage, "decimalSign">): WrittenNumber | null {
  const { decimalSign } = language;
  if (isSwapped(written, decimalSign)) return parseNumber(written, { decimalSign: decimalSign === "." ? "," : "." });
  const groupSign = decimalSign === "." ? "," : ".";
  const parts = written.split(decimalSign);
  if (parts.length > 2) return null;
  const [integer = "", fraction = null] = parts;
  if (fraction !== null && !isDigits(fraction)) return null;
  const whole = joinGroups(integer === "" && fraction !== null ? ["0"] : integer.split(groupSign));
  if (whole !== null) return { ...whole, fraction };
  // `3.5` where the comma is the decimal sign, for it cannot group.
  const [other = "", digits = "", ...more] = written.split(groupSign);
  const isDecimal =
    decimalSign === "," && more.length === 0 && isDigits(other) && isDigits(digits) && digits.length !== 3;
  return isDecimal ? { whole: other, fraction: digits, indian: false, isGrouped: false } : null;
}

type Whole = Omit<WrittenNumber, "fraction">;

function joinGroups(groups: readonly string[]): Whole | null {
  if (!groups.every(isDigits)) return null;
  const [first = "", ...rest] = groups;
  if (rest.length === 0) return { whole: first, indian: false, isGrouped: false };
  const middle = rest.slice(0, -1);
  const indian = middle.some(({ length }) => length === 2);
  const isRight =
    first.length <= 3 &&
    !first.startsWith("0") &&
    rest.at(-1)?.length === 3 &&
    middle.every(({ length }) => length === (indian ? 2 : 3));
  return isRight && (!indian || first.length <= 2) ? { whole: groups.join(""), indian, isGrouped: true } : null;
}

/** A number of digits behind the point up to this is read as one number, where the language does so. */
const shortFraction = 2;

/** The number in words. */
export function sayNumber(number: WrittenNumber, language: SpokenLanguage, noun?: string): string {
  const style = { indian: number.indian, ...(noun !== undefined && { noun }) };
  const { fraction } = number;
  if (fraction === null) return sayDigits(number.whole, language, style);
  const isShort = !language.decimalsOneByOne && fraction.length <= shortFraction && !fraction.startsWith("0");
  const decimals = isShort ? language.cardinal(fraction) : digitByDigit(fraction, language);
  return `${sayDigits(number.whole, language, { indian: number.indian })} ${language.names.point} ${decimals}`;
}

/** The value of the number, by which the form of a noun is chosen. */
export const valueOf = ({ whole, fraction }: WrittenNumber): number => Number(`${whole}.${fraction ?? 0}`);

/** A token cut into what is before the number, the number and what is behind it; null unless there is exactly one number. */
export interface Amount {
  readonly prefix: string;
  readonly negative: boolean;
  readonly number: WrittenNumber;
  readonly suffix: string;
}

const inNumber = /^[\d.,]$/;

export function parseAmount(core: string, language: SpokenLanguage): Amount | null {
  let from = core.search(/\d/);
  if (from < 0) return null;
  // `.5`, `$.99`
  const isPoint = core[from - 1] === language.decimalSign;
  if (isPoint && (from === 1 || /\p{Sc}/u.test(core[from - 2] ?? ""))) from -= 1;
  let to = from;
  while (to < core.length && inNumber.test(core[to] ?? "")) to += 1;
  while (to > from && !/\d/.test(core[to - 1] ?? "")) to -= 1;
  const suffix = core.slice(to);
  const number = parseNumber(core.slice(from, to), language);
  if (number === null || /\d/.test(suffix)) return null;
  const before = core.slice(0, from);
  const negative = /[-−–]/u.test(before);
  return { prefix: before.replaceAll(/[-−–+]/gu, ""), negative, number, suffix };
}

/** With its sign. */
export const signed = (said: string, negative: boolean, { names }: SpokenLanguage): string =>
  negative ? `${names.minus} ${said}` : said;
