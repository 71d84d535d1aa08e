import { scales, smallNumbers, tens } from "./languages/english-numbers.ts";

/** Words in a row that make one number, and how it is written. */
export interface WrittenNumber {
  /** Indices `[from, to)` of the words. */
  readonly from: number;
  readonly to: number;
  readonly figures: string;
}

const ordinals: ReadonlyMap<string, string> = new Map([
  ["first", "one"],
  ["second", "two"],
  ["third", "three"],
  ["fifth", "five"],
  ["eighth", "eight"],
  ["ninth", "nine"],
  ["twelfth", "twelve"],
]);
const signs: ReadonlyMap<string, (figures: string) => string> = new Map([
  ["percent", (figures) => `${figures}%`],
  ["dollar", (figures) => `$${figures}`],
  ["dollars", (figures) => `$${figures}`],
  ["euros", (figures) => `€${figures}`],
  ["rupees", (figures) => `₹${figures}`],
]);

/** Less is left in words, as newspapers do, unless it has a sign. */
const leastInFigures = 10;
/** So many single digits in a row are a number that is read digit by digit. */
const leastDigits = 3;
const groupedFrom = 10_000;

/**
 * The numbers in English words, and how they are written in figures: `1984`, `2nd`, `15%`, `$42` and `555 0199` digit by
 * digit too. Numbers below ten stay in words.
 *
 * @param words bare and in lower case
 */
export function writtenNumbers(words: readonly string[]): readonly WrittenNumber[] {
  const found: WrittenNumber[] = [];
  for (let from = 0; from < words.length;) {
    const number = digitRow(words, from) ?? numberAt(words, from);
    if (number !== null) found.push(number);
    from = number?.to ?? from + 1;
  }
  return found;
}

const digitOf = (word: string | undefined): string => {
  const digit = word === "oh" ? 0 : smallNumbers.indexOf(word ?? "");
  return digit >= 0 && digit < 10 ? String(digit) : "";
};

function digitRow(words: readonly string[], from: number): WrittenNumber | null {
  let to = from;
  let figures = "";
  for (; digitOf(words[to]) !== ""; to += 1) figures += digitOf(words[to]);
  // After a number it is more often a sigh.
  for (; words[to - 1] === "oh" && to > from; to -= 1) figures = figures.slice(0, -1);
  return figures.length >= leastDigits && words[from] !== "oh" ? { from, to, figures } : null;
}

function numberAt(words: readonly string[], from: number): WrittenNumber | null {
  if (words[from] === "zero") return belowOne(words, from);
  // The value of "point twenty five" is unknown, but it is not 25.
  if (words[from - 1] === "point") return null;
  const found = yearAt(words, from) ?? cardinalAt(words, from);
  if (found === null) return lonelyOrdinal(words[from] ?? "", from);
  const { value, isYear } = found;
  const ordinal = ordinalAt(words, from, found);
  if (ordinal !== null) return { from, ...ordinal };
  const decimals = decimalsAt(words, found.to);
  const figures = `${isYear ? value : grouped(value)}${decimals.text}`;
  const sign = signs.get(words[decimals.to] ?? "");
  if (sign !== undefined) return { from, to: decimals.to + 1, figures: sign(figures) };
  return value >= leastInFigures || decimals.text !== "" ? { from, to: decimals.to, figures } : null;
}

/** `zero point five percent`. */
function belowOne(words: readonly string[], from: number): WrittenNumber | null {
  const { to, text } = decimalsAt(words, from + 1);
  if (text === "") return null;
  const sign = signs.get(words[to] ?? "");
  return sign === undefined ? { from, to, figures: `0${text}` } : { from, to: to + 1, figures: sign(`0${text}`) };
}

interface Cardinal {
  readonly to: number;
  readonly value: number;
  readonly isYear: boolean;
}

/** 1 to 99, or null. */
function belowHundred(words: readonly string[], at: number): { readonly to: number; readonly value: number } | null {
  const ten = tens.indexOf(words[at] ?? "");
  if (ten < 2) {
    const value = smallNumbers.indexOf(words[at] ?? "");
    return value > 0 ? { to: at + 1, value } : null;
  }
  const digit = smallNumbers.indexOf(words[at + 1] ?? "");
  const hasDigit = digit > 0 && digit < 10;
  return { to: at + (hasDigit ? 2 : 1), value: 10 * ten + (hasDigit ? digit : 0) };
}

/** `nineteen eighty four`, `twenty twenty`, `nineteen oh five`. */
function yearAt(words: readonly string[], from: number): Cardinal | null {
  const century = belowHundred(words, from);
  // A smaller number is as likely a time of day, or two numbers.
  if (century === null || century.value < 18 || century.value > 20 || century.to !== from + 1) return null;
  const isOh = words[century.to] === "oh";
  const rest = belowHundred(words, century.to + (isOh ? 1 : 0));
  if (rest === null || isOh !== rest.value < 10) return null;
  // `twenty fifty thousand` is two numbers at best.
  if (words[rest.to] === "hundred" || scales.has(words[rest.to] ?? "")) return null;
  return { to: rest.to, value: 100 * century.value + rest.value, isYear: true };
}

function cardinalAt(words: readonly string[], from: number): Cardinal | null {
  let total = 0;
  let to = from;
  let lastScale = Infinity;
  for (;;) {
    const group = belowThousand(words, skipAnd(words, to, from));
    if (group === null) break;
    const scale = scales.get(words[group.to] ?? "") ?? 1;
    if (scale >= lastScale) break;
    total += group.value * scale;
    to = group.to + (scale === 1 ? 0 : 1);
    lastScale = scale;
    if (scale === 1) break;
  }
  return to === from ? null : { to, value: total, isYear: false };
}

/** Within a number an `and` may stand; before it, it is a word of its own. */
const skipAnd = (words: readonly string[], at: number, from: number): number =>
  at > from && words[at] === "and" && (words[at - 1] === "hundred" || scales.has(words[at - 1] ?? "")) ? at + 1 : at;

function belowThousand(words: readonly string[], at: number): { readonly to: number; readonly value: number } | null {
  const first = belowHundred(words, at);
  if (first === null || words[first.to] !== "hundred") return first;
  const rest = belowHundred(words, skipAnd(words, first.to + 1, at));
  return { to: rest?.to ?? first.to + 1, value: 100 * first.value + (rest?.value ?? 0) };
}

/** The number with the ordinal that ends it: `twenty first`, `one hundred and fifth`; alone from `tenth` on. */
function ordinalAt(
  words: readonly string[],
  from: number,
  { to, value, isYear }: Cardinal,
): Omit<WrittenNumber, "from"> | null {
  const at = skipAnd(words, to, 0);
  const digit = ordinalOf(words[at] ?? "");
  const room = value % 100 === 0 ? 100 : value % 10 === 0 && value % 100 >= 20 ? 10 : 0;
  if (isYear || digit < 1 || digit >= room || (words[at] === "second" && !isDay(words, { from, at }))) return null;
  return { to: at + 1, figures: `${grouped(value + digit)}${endingOf(value + digit)}` };
}

/** A `thirty second` is 32nd between `the` and `of`; a clip of thirty seconds is none. */
const isDay = (words: readonly string[], { from, at }: { readonly from: number; readonly at: number }): boolean =>
  words[from - 1] === "the" && words[at + 1] === "of";

function lonelyOrdinal(word: string, from: number): WrittenNumber | null {
  const value = ordinalOf(word);
  return value < leastInFigures ? null : { from, to: from + 1, figures: `${value}th` };
}

/** 1 to 19, and the tens; 0 for what is no ordinal. */
function ordinalOf(word: string): number {
  if (word.endsWith("tieth")) return 10 * Math.max(0, tens.indexOf(`${word.slice(0, -5)}ty`));
  if (!word.endsWith("th") && !ordinals.has(word)) return 0;
  return Math.max(0, smallNumbers.indexOf(ordinals.get(word) ?? word.slice(0, -2)));
}

function endingOf(value: number): string {
  if (value % 100 >= 11 && value % 100 <= 13) return "th";
  return ["th", "st", "nd", "rd"][value % 10] ?? "th";
}

/** `point one four`. */
function decimalsAt(words: readonly string[], at: number): { readonly to: number; readonly text: string } {
  if (words[at] !== "point") return { to: at, text: "" };
  let text = "";
  let to = at + 1;
  for (; digitOf(words[to]) !== ""; to += 1) text += digitOf(words[to]);
  return text === "" ? { to: at, text: "" } : { to, text: `.${text}` };
}

const grouped = (value: number): string => (value >= groupedFrom ? value.toLocaleString("en-US") : String(value));
