import type { SpokenLanguage } from "#workers/speech/text/language.ts";
import { namesByAbbreviation } from "#workers/speech/text/names-of-intl.ts";
import { type Context, type Reader, type Reading, tokenAt } from "#workers/speech/text/reading.ts";

const joints = /[-–—/]/u;
const mostParts = 7;

/** `Mon` and `Mon.`; with a capital where the language writes one. */
export function fullName(word: string, { tag }: SpokenLanguage): string | null {
  if (tag === "en" && !/^\p{Lu}/u.test(word)) return null;
  return namesByAbbreviation(tag).get(word.toLowerCase().replaceAll(".", "")) ?? null;
}

/** `Mon.–Fri.`, `Jan-Mar`, `Mon/Wed/Fri`. */
function readRow(core: string, language: SpokenLanguage): string | null {
  const parts = core.split(joints, mostParts + 1);
  if (parts.length < 2 || parts.length > mostParts) return null;
  const names = parts.map((part) => fullName(part, language));
  if (!names.every((name) => name !== null)) return null;
  if (core.includes("/")) return names.join(", ");
  return names.length === 2 ? names.join(` ${language.names.to} `) : null;
}

/** These are words, too. */
const words: ReadonlySet<string> = new Set(["sat", "sun", "wed", "mar", "may", "dec", "jun"]);

/** Whether what is next can belong to a day or a month: a number, another day, a dash. */
const isDated = (context: Context, { names, tag }: SpokenLanguage): boolean => {
  const { lead = "", core = "", trail = "" } = tokenAt(context, 1) ?? {};
  if (/^[-–—]$/u.test(`${lead}${core}${trail}`)) return true;
  return (
    /^\d/.test(core) || core === names.to || namesByAbbreviation(tag).has(core.toLowerCase().split(joints, 1)[0] ?? "")
  );
};

/** English: `Fri, 14 Feb`, `Sat 10-2`, `Sept. 2023`, `on Tue.` */
function readOne(context: Context): Reading | null {
  const { language } = context;
  const { core = "", trail = "" } = tokenAt(context) ?? {};
  const name = fullName(core, language);
  if (name === null || name.toLowerCase() === core.toLowerCase()) return null;
  const isDotted = trail.startsWith(".");
  const next = tokenAt(context, 1);
  const dated = next !== undefined && isDated(context, language);
  if (words.has(core.toLowerCase()) ? !dated : !isDotted && !dated && trail !== ",") return null;
  if (!isDotted) return { said: name, used: 1 };
  const isEnd = next === undefined || (!dated && /^\p{Lu}/u.test(next.core));
  return { said: name, used: 1, trail: `${isEnd ? "." : ""}${trail.slice(1)}` };
}

/** In other languages only with another: `de seg. a sex.` */
function readOneOfTwo(context: Context): Reading | null {
  const { language } = context;
  const { core = "", trail = "" } = tokenAt(context) ?? {};
  const name = fullName(core, language);
  const isBeside = [-2, 2].some((offset) => fullName(tokenAt(context, offset)?.core ?? "", language) !== null);
  const isJoined = [-1, 1].some((offset) =>
    ["a", "al", "à", "au", "e", "y", "et"].includes(tokenAt(context, offset)?.core ?? ""),
  );
  return name !== null && trail.startsWith(".") && isBeside && isJoined
    ? { said: name, used: 1, trail: trail.slice(1) }
    : null;
}

const dateInFigures = /^(?:0?[1-9]|[12]\d|3[01])\.(?:0?[1-9]|1[0-2])(?:\.(\d{4}|\d\d))?$/;

/** German: whether a date or a time is next, `5. März`, `05.03.`, `10:30`, `18 Uhr`. */
function isBeforeDateOrTime(context: Context, isTimeEnough: boolean): boolean {
  const { lead = "", core = "", trail = "" } = tokenAt(context, 1) ?? {};
  const { core: behind = "" } = tokenAt(context, 2) ?? {};
  if (lead !== "") return false;
  const [figures, year] = dateInFigures.exec(core) ?? [];
  if (figures !== undefined && (year !== undefined || trail.startsWith("."))) return true;
  if (/^\d{1,2}$/.test(core) && trail === "." && fullName(behind, context.language) !== null) return true;
  if (!isTimeEnough) return false;
  return /^\d{1,2}:[0-5]\d(?!\d)/.test(core) || (/^\d{1,2}(?:[-–.]\d{1,2})?$/.test(core) && behind === "Uhr");
}

const wordsBeforeMonths: ReadonlySet<string> = new Set("im seit ab bis vom anfang mitte ende".split(" "));

/** German: `5. Jan.`, `Aug. 2024`; `Jan` is the name of a person, too. */
function isGermanMonth(context: Context): boolean {
  const { core = "", trail = "" } = tokenAt(context) ?? {};
  if (!trail.startsWith(".")) return false;
  const before = tokenAt(context, -1);
  if (/^\d{1,2}$/.test(before?.core ?? "") && before?.trail === ".") return true;
  const isBeforeYear = trail === "." && /^(?:19|20)\d\d$/.test(tokenAt(context, 1)?.core ?? "");
  return isBeforeYear && (core !== "Jan" || wordsBeforeMonths.has(before?.core.toLowerCase() ?? ""));
}

/** German: `Di, 5. März`, `Sa. 10:30`, `5. Jan. 2024`, `Aug. 2024`; `So, 20 Uhr ist es` begins with a word. */
function readGermanName(context: Context): Reading | null {
  const { core = "", trail = "" } = tokenAt(context) ?? {};
  const name = /^\p{Lu}/u.test(core) ? fullName(core, context.language) : null;
  if (name === null || name === core) return null;
  const isWeekday = name.endsWith("tag") || name === "Mittwoch";
  const before = tokenAt(context, -1);
  const isWord = core === "So" && trail === "," && (before === undefined || /[.!?]/.test(before.trail));
  const isDay = isWeekday && /^[.,]$/.test(trail) && isBeforeDateOrTime(context, !isWord);
  if (!isDay && (isWeekday || !isGermanMonth(context))) return null;
  const isEnd = tokenAt(context, 1) === undefined;
  return { said: name, used: 1, trail: trail.startsWith(".") && !isEnd ? trail.slice(1) : trail };
}

export const readWeekday: Reader = (context) => {
  const { core = "", trail = "" } = tokenAt(context) ?? {};
  if (core.length > 40 || !/^\p{L}/u.test(core)) return null;
  const row = readRow(core, context.language);
  const readName = { en: readOne, de: readGermanName }[context.language.tag] ?? readOneOfTwo;
  if (row === null) return readName(context);
  const isDotted = trail.startsWith(".") && core.includes(".");
  return { said: row, used: 1, ...(isDotted && tokenAt(context, 1) !== undefined && { trail: trail.slice(1) }) };
};
