import {
  cardinal as anyCardinal,
  digitByDigit,
  englishCurrencies,
  ordinal as anyOrdinal,
  twoDigits,
} from "./languages/english-numbers.ts";

/** Forms of one word at most: a long number can be read in many ways. */
const maxForms = 6;
/** A longer row of digits is read digit by digit. */
const longestCardinal = 15;

const { USD, EUR, GBP, INR } = englishCurrencies;
const units = new Map(Object.entries({ $: USD, "€": EUR, "£": GBP, "₹": INR }));

/**
 * How an English word with digits is said, `$42.50`, `7:30`, `1984`, `2nd`, `15%` and `mp3` too: the likeliest form first, in
 * lower-case words. None for a word without digits.
 */
export function spokenForms(word: string): readonly string[] {
  if (!/\d/.test(word)) return [];
  const whole = word.toLowerCase().replaceAll(/(?<=\d),(?=\d{3})/g, "");
  const forms =
    money(whole) ??
    percent(whole) ??
    clock(whole) ??
    decade(whole) ??
    fraction(whole) ??
    digitGroups(whole) ??
    range(whole) ??
    (word.includes(",") ? null : longRow(whole)) ??
    inParts(whole);
  return [...new Set(forms)].slice(0, maxForms);
}

type Forms = readonly string[];

function money(word: string): Forms | null {
  const found = /^([$€£₹])(\d+)(?:\.(\d+))?$/.exec(word);
  const [, sign = "", amount = "", hundredths] = found ?? [];
  const unit = units.get(sign);
  if (found === null || unit === undefined) return null;
  if (hundredths !== undefined && hundredths.length !== 2) {
    return [`${cardinal(amount)} point ${digitByDigit(hundredths, "zero")} ${unit.major[1]}`];
  }
  const main = `${cardinal(amount)} ${unit.major[Number(amount) === 1 ? 0 : 1]}`;
  if (hundredths === undefined || Number(hundredths) === 0) return [main];
  const rest = cardinal(hundredths);
  return [`${main} and ${rest} ${unit.minor[1]}`, `${main} ${rest}`, `${cardinal(amount)} ${rest}`];
}

const percent = (word: string): Forms | null =>
  /^[\d.]+%$/.test(word) ? inParts(word.slice(0, -1)).map((form) => `${form} percent`) : null;

function clock(word: string): Forms | null {
  const [, hour = "", minute = ""] = /^(\d{1,2}):(\d\d)$/.exec(word) ?? [];
  if (hour === "" || Number(hour) > 24 || Number(minute) > 59) return null;
  if (Number(minute) === 0) return [`${cardinal(hour)} o'clock`, cardinal(hour), `${cardinal(hour)} hundred`];
  return [`${cardinal(hour)} ${twoDigits(minute)}`];
}

function decade(word: string): Forms | null {
  const [, digits = ""] = /^'?(\d\d|[12]\d\d0)'?s$/.exec(word) ?? [];
  if (digits === "") return null;
  return [...asYear(digits), cardinal(digits)].map((form) => plural(form));
}

const plural = (form: string): string => (form.endsWith("y") ? `${form.slice(0, -1)}ies` : `${form}s`);

function ordinal(word: string): Forms | null {
  const [, digits = ""] = /^(\d{1,15})(?:st|nd|rd|th)$/.exec(word) ?? [];
  return digits === "" ? null : [anyOrdinal(digits)];
}

const fractions: ReadonlyMap<string, string> = new Map([
  ["1/2", "one half"],
  ["1/3", "one third"],
  ["2/3", "two thirds"],
  ["1/4", "one quarter"],
  ["3/4", "three quarters"],
]);

const fraction = (word: string): Forms | null => {
  const said = fractions.get(word);
  return said === undefined ? null : [said];
};

/** `10-15`. */
function range(word: string): Forms | null {
  const [, from = "", to = ""] = /^(\d{1,15})[-–](\d{1,15})$/.exec(word) ?? [];
  if (from === "" || Number(from) >= Number(to) || to.startsWith("0")) return null;
  const ends = [asYear(from)[0] ?? cardinal(from), asYear(to)[0] ?? cardinal(to)];
  return [ends.join(" to "), ends.join(" ")];
}

const dateLike = /^(?:(?:19|20)\d\d[-–.]\d{1,2}[-–.]\d{1,2}|\d{1,2}[-–.]\d{1,2}[-–.](?:19|20)\d\d)$/;
const yearLike = /^(?:1[1-9]|20)\d\d$/;

/** `415-555-2671` and `4521-8890`: telephone, order and card numbers, read digit by digit unless another form fits the sound. */
function digitGroups(word: string): Forms | null {
  if (!/^\d+(?:[-–]\d+)+$|^\d{3}\.\d{3}\.\d{4}$/.test(word) || dateLike.test(word)) return null;
  const groups = word.split(/[-–.]/);
  const isPair = groups.length === 2;
  const [first = "", second = ""] = groups;
  // Two short numbers, hundreds or years are more often a range or a score.
  const [shorter, longer] = [Math.min(first.length, second.length), Math.max(first.length, second.length)];
  if (isPair && (longer < 3 || (shorter < 3 && Number(first) < Number(second)))) return null;
  if (isPair && groups.every((group) => yearLike.test(group) || /^[1-9]00+$/.test(group))) return null;
  const said = (form: (group: string) => string): string => groups.map(form).join(" ");
  return [
    said((group) => digitByDigit(group, "zero")),
    said((group) => digitByDigit(group, "oh")),
    said((group) => (/^[1-9]00$/.test(group) ? cardinal(group) : digitByDigit(group, "oh"))),
    said(inPairs),
    ...(isPair ? (range(word) ?? []) : [said(cardinal)]),
  ];
}

/** `four fifteen`, `twenty six seventy one`; digit by digit where a pair begins with a zero. */
function inPairs(digits: string): string {
  const pairs = [digits.slice(0, digits.length % 2), ...(digits.slice(digits.length % 2).match(/\d\d/g) ?? [])];
  return pairs
    .filter((pair) => pair !== "")
    .map((pair) => (pair.startsWith("0") ? digitByDigit(pair, "oh") : cardinal(pair)))
    .join(" ");
}

/** Digits of a telephone number in one row. A number of so many would be written with commas. */
function longRow(word: string): Forms | null {
  if (!/^\d{7,}$/.test(word)) return null;
  return [digitByDigit(word, "zero"), digitByDigit(word, "oh"), inPairs(word), cardinal(word)];
}

/** Letters stand as they are, each number is read by itself. */
function inParts(word: string): Forms {
  const parts = word.match(/\d+(?:st|nd|rd|th)(?![\p{L}\d])|\d+\.\d+|\d+|[\p{L}']+|[%&+$€£₹]/gu) ?? [];
  return parts.reduce<Forms>(
    (heads, part) =>
      heads.flatMap((head) => formsOfPart(part).map((form) => `${head} ${form}`.trim())).slice(0, maxForms),
    [""],
  );
}

function decimal(word: string): Forms | null {
  const [, whole = "", digits = ""] = /^(\d+)\.(\d+)$/.exec(word) ?? [];
  return digits === "" ? null : [`${cardinal(whole)} point ${digitByDigit(digits, "zero")}`];
}

const signNames: Readonly<Record<string, string>> = { "%": "percent", "&": "and", "+": "plus" };

function formsOfPart(part: string): Forms {
  const said = ordinal(part) ?? decimal(part);
  if (said !== null) return said;
  if (!/^\d/.test(part)) return [units.get(part)?.major[1] ?? signNames[part] ?? part];
  const byDigit = part.includes("0")
    ? [digitByDigit(part, "zero"), digitByDigit(part, "oh")]
    : [digitByDigit(part, "zero")];
  const isRow = part.length > longestCardinal || (part.length > 1 && part.startsWith("0"));
  return isRow ? byDigit : [...asYear(part), cardinal(part), ...byDigit];
}

/** A group of digits beside another one, as in `415 555 2671`, digit by digit. */
export const groupByDigit = (digits: string): string => digitByDigit(digits, "zero");

/** Four digits as two numbers: `nineteen eighty four`; none for what is hardly a year. */
function asYear(digits: string): Forms {
  const [, century = "", rest = ""] = /^(1[1-9]|20)(\d\d)$/.exec(digits) ?? [];
  if (century === "" || digits.startsWith("200")) return [];
  if (Number(rest) === 0) return [`${cardinal(century)} hundred`];
  return [`${cardinal(century)} ${twoDigits(rest)}`];
}

const cardinal = (digits: string): string =>
  digits.length > longestCardinal ? digitByDigit(digits, "zero") : anyCardinal(digits);
