import type { SpokenLanguage } from "#workers/speech/text/language.ts";
import { monthNumbers } from "#workers/speech/text/names-of-intl.ts";
import {
  coreAfter,
  type Context,
  type Reader,
  type Reading,
  tokenAt,
  wordBefore,
} from "#workers/speech/text/reading.ts";

const lastDay = 31;
/** Two digits up to this are years of this century. */
const lastShortYear = 69;

export const isDay = (digits: string): boolean =>
  /^\d{1,2}$/.test(digits) && Number(digits) >= 1 && Number(digits) <= lastDay;
export const isMonth = (digits: string): boolean => isDay(digits) && Number(digits) <= 12;

export const fullYear = (digits: string): string =>
  digits.length === 2 ? `${Number(digits) > lastShortYear ? "19" : "20"}${digits}` : digits;

const bare = (digits: string): string => String(Number(digits));

function sayDate([day, month, year]: readonly [string, string, string], language: SpokenLanguage): string {
  return language.date({ day: bare(day), month: Number(month), year: fullYear(year) });
}

/** Two dates with a dash between: `01/02/2024–03/02/2024`. */
const dateRange = /^(\d{1,2}[/.]\d{1,2}[/.]\d{2,4})[-–—](\d{1,2}[/.]\d{1,2}[/.]\d{2,4})$/u;

/** `2025-03-14T10:30:00Z`, the seconds left out. */
function readIsoTime(core: string, { language }: Context): Reading | null {
  const [, year = "", month = "", day = "", hour = "", minute = ""] =
    /^([12]\d{3})-(\d\d)-(\d\d)T([01]\d|2[0-3]):([0-5]\d)(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)?$/.exec(core) ??
    [];
  if (!isMonth(month) || !isDay(day)) return null;
  const time = language.time({ hour: Number(hour), minute: Number(minute), half: null });
  return { said: `${sayDate([day, month, year], language)}, ${time}`, used: 1 };
}

/**
 * `2025-03-14`, `14/03/2025`, `14.03.2025`: in the order of the context, or in the other where only that gives a date.
 */
export const readNumericDate: Reader = (context) => {
  const core = tokenAt(context)?.core ?? "";
  const ends = dateRange.exec(core)?.slice(1);
  if (ends === undefined) return dateIn(core, context);
  const [from, to] = ends.map((end) => dateIn(end, context)?.said);
  return from === undefined || to === undefined
    ? null
    : { said: `${from} ${context.language.names.to} ${to}`, used: 1 };
};

function dateIn(core: string, context: Context): Reading | null {
  const [, isoYear = "", isoMonth = "", isoDay = ""] = /^([12]\d{3})[-/.](\d\d)[-/.](\d\d)$/.exec(core) ?? [];
  if (isMonth(isoMonth) && isDay(isoDay))
    return { said: sayDate([isoDay, isoMonth, isoYear], context.language), used: 1 };
  const moment = readIsoTime(core, context);
  if (moment !== null) return moment;
  const [, first = "", sign = "", second = "", other = "", year = ""] =
    /^(\d{1,2})([/.-])(\d{1,2})([/.-])(\d{4}|\d\d)$/.exec(core) ?? [];
  if (first === "" || sign !== other || (sign === "." && year.length === 2)) return null;
  const found = inOrder(first, second, context);
  return found === null ? null : { said: sayDate([...found, year], context.language), used: 1 };
}

/** Day and month of two numbers in the order of the context, or in the other where only that gives a date. */
export function inOrder(first: string, second: string, { dateOrder }: Context): readonly [string, string] | null {
  const orders = [[first, second] as const, [second, first] as const];
  return (
    (dateOrder === "dmy" ? orders : orders.toReversed()).find(([day, month]) => isDay(day) && isMonth(month)) ?? null
  );
}

const months = monthNumbers("en");

/** `may` and `march` in small letters are words; `Sept` has two abbreviations. */
const monthOf = (word: string): number | null =>
  /^\p{Lu}/u.test(word) ? (months.get(word.toLowerCase().replace(/^sept$/, "sep")) ?? null) : null;

const dayOf = (core: string): string | null => {
  const [, digits = ""] = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(core) ?? [];
  return isDay(digits) ? bare(digits) : null;
};

const yearAt = (context: Context, offset: number): string | null => {
  const core = tokenAt(context, offset)?.core ?? "";
  return /^[12]\d{3}$/.test(core) && tokenAt(context, offset)?.lead === "" ? core : null;
};

/** The word some places further on, where only the dot of an abbreviation may be between. */
function nextCore(context: Context, offset: number): string {
  const { trail = "!", core = "" } = tokenAt(context, offset - 1) ?? {};
  const isAbbreviated = trail === "." && monthOf(core) !== null && core.length <= 4;
  return isAbbreviated
    ? (tokenAt(context, offset)?.core ?? "")
    : coreAfter({ ...context, index: context.index + offset - 1 }, 1);
}

/** `March 14, 2025`, `Mar. 14`. */
function monthFirst(context: Context): Reading | null {
  const month = monthOf(tokenAt(context)?.core ?? "");
  const day = month === null ? null : dayOf(nextCore(context, 1));
  if (month === null || day === null) return null;
  const { trail = "", space = "" } = tokenAt(context, 1) ?? {};
  const year = (trail === "" || trail === ",") && !space.includes("\n") ? yearAt(context, 2) : null;
  return { said: context.language.date({ day, month, year }), used: year === null ? 2 : 3 };
}

/** `14 March 2025`, `the 5th of May`. */
function dayFirst(context: Context): Reading | null {
  const day = dayOf(tokenAt(context)?.core ?? "");
  if (day === null) return null;
  const of = coreAfter(context, 1) === "of" ? 1 : 0;
  const month = monthOf(nextCore(context, 1 + of));
  if (month === null) return null;
  const { trail = "", core = "" } = tokenAt(context, 1 + of) ?? {};
  const year = trail === "" || trail === "," || (trail === "." && core.length <= 4) ? yearAt(context, 2 + of) : null;
  const the = wordBefore(context) === "the" ? "" : "the ";
  const [name = "", ordinal = ""] = context.language.date({ day, month, year: null }).split(/ (.*)/s);
  const said = `${the}${ordinal} of ${name}`;
  if (year !== null) return { said: `${said}, ${context.language.year(year)}`, used: 3 + of };
  const goesOn = trail === "." && core.length <= 4 && /^\p{Ll}/u.test(tokenAt(context, 2 + of)?.core ?? "");
  return { said, used: 2 + of, ...(goesOn && { trail: "" }) };
}

const joints = /[-–—‐‑]/u;
const rangeWords: ReadonlySet<string> = new Set(["to", "and", "or", "–", "-", "—"]);

/** `5–7 March 2025`, `24 to 26 December`, `March 5–7`: both days are ordinals. */
function daysOfMonth(context: Context): Reading | null {
  const { core = "", trail = "" } = tokenAt(context) ?? {};
  const [first = "", last = "", ...more] = core.split(joints);
  const { names } = context.language;
  if (monthOf(core) !== null) return daysBehindMonth(context);
  if (more.length === 0 && dayOf(first) !== null && dayOf(last) !== null) {
    const rest = dayFirst({ ...context, tokens: withCore(context, last), index: 0 });
    return rest && { ...rest, said: `the ${ordinalOf(first, context)} ${names.to} ${rest.said}` };
  }
  const { lead = "", core: word = "", trail: behind = "" } = tokenAt(context, 1) ?? {};
  const join = `${lead}${word}${behind}`;
  if (
    dayOf(core) === null ||
    trail !== "" ||
    !rangeWords.has(join) ||
    monthOf(tokenAt(context, 3)?.core ?? "") === null
  )
    return null;
  const rest = dayFirst({ ...context, index: context.index + 2 });
  if (rest === null) return null;
  const the = wordBefore(context) === "the" ? "" : "the ";
  const said = `${the}${ordinalOf(core, context)} ${/\p{L}/u.test(join) ? join : names.to} ${rest.said}`;
  return { said, used: rest.used + 2 };
}

function daysBehindMonth(context: Context): Reading | null {
  const [first = "", last = "", ...more] = nextCore(context, 1).split(joints);
  if (more.length > 0 || last === "" || dayOf(first) === null || dayOf(last) === null) return null;
  const month = tokenAt(context);
  const tokens = month === undefined ? [] : [month, ...withCore({ ...context, index: context.index + 1 }, last)];
  const rest = monthFirst({ ...context, tokens, index: 0 });
  const [name = "", said = ""] = rest?.said.split(/ (.*)/s) ?? [];
  return rest && { ...rest, said: `${name} ${ordinalOf(first, context)} ${context.language.names.to} ${said}` };
}

const farthest = 5;

/** The next words, the first of them as `core`. */
function withCore({ tokens, index }: Context, core: string): Context["tokens"] {
  const [first, ...rest] = tokens.slice(index, index + farthest);
  return first === undefined ? [] : [{ ...first, core, lead: "" }, ...rest];
}

const ordinalOf = (day: string, { language }: Context): string => language.ordinal(dayOf(day) ?? day, "");

/** English dates with the name of the month; in the other languages they are read like other numbers. */
export const readNamedDate: Reader = (context) =>
  context.language.tag === "en"
    ? (daysOfMonth(context) ?? monthFirst(context) ?? dayFirst(context))
    : firstOfMonth(context);

const firsts: ReadonlyMap<string, string> = new Map([
  ["es", "primero"],
  ["it", "primo"],
  ["pt", "primeiro"],
  ["fr", "premier"],
]);

/** `1 de enero`, `1 marzo`: the first of a month is an ordinal. */
function firstOfMonth(context: Context): Reading | null {
  const first = firsts.get(context.language.tag);
  if (tokenAt(context)?.core !== "1" || first === undefined) return null;
  const of = coreAfter(context, 1) === "de" ? 1 : 0;
  const name = coreAfter(context, 1 + of).toLowerCase();
  return namesOfMonths(context.language.tag).has(name) ? { said: first, used: 1 } : null;
}

const found = new Map<string, ReadonlyMap<string, number>>();

function namesOfMonths(tag: string): ReadonlyMap<string, number> {
  const names = found.get(tag) ?? monthNumbers(tag);
  found.set(tag, names);
  return names;
}
