import type { DateOrder } from "./date-order.ts";
import type { SpokenLanguage } from "./language.ts";
import { english } from "./languages/english.ts";
import { french } from "./languages/french.ts";
import { german } from "./languages/german.ts";
import { hindi } from "./languages/hindi.ts";
import { italian } from "./languages/italian.ts";
import { portuguese } from "./languages/portuguese.ts";
import { spanish } from "./languages/spanish.ts";
import { prepareText } from "./prepare-text.ts";
import { readAcronym } from "./readers/acronyms.ts";
import {
  readCode,
  readFileName,
  readFiscalYear,
  readNetworkAddress,
  readNumberSign,
  readPath,
  readPostalCode,
  readRelease,
} from "./readers/codes.ts";
import { readGermanDate } from "./readers/german-dates.ts";
import { readHex, readIdentifier } from "./readers/identifiers.ts";
import { readLoneSign } from "./readers/lone-signs.ts";
import { readDuration, readInches, readLength, readLoneUnit, readSeconds, readTimes } from "./readers/measures.ts";
import { readWeekday } from "./readers/weekdays.ts";
import { readAbbreviation, readRoman } from "./readers/abbreviations.ts";
import { readAddress } from "./readers/addresses.ts";
import { readQuantity, readRange } from "./readers/amounts.ts";
import { readMoney } from "./readers/money.ts";
import { readNamedDate, readNumericDate } from "./readers/dates.ts";
import { readDayAndMonth } from "./readers/day-and-month.ts";
import { readRest, readSerial, readTagged } from "./readers/parts.ts";
import { readPhone } from "./readers/phones.ts";
import {
  readDecade,
  readDegreeOrdinal,
  readExponent,
  readFraction,
  readOrdinal,
  readSimpleNumber,
  readVersion,
} from "./readers/simple-numbers.ts";
import { readRatio, readTime } from "./readers/times.ts";
import { readBasics } from "./read-basics.ts";
import { unitNamesOf } from "./unit-names.ts";
import type { Context, Reader, Reading } from "./reading.ts";
import { type Token, tokenize } from "./tokens.ts";

const languages: ReadonlyMap<string, SpokenLanguage> = new Map(
  [english, hindi, spanish, french, italian, portuguese, german].map((language) => [language.tag, language]),
);

/** The tables of a language; null for one without. */
export const languageOf = (tag: string): SpokenLanguage | null => languages.get(tag) ?? null;

/** The first that knows what it sees reads it. */
const readers: readonly Reader[] = [
  readLoneSign,
  readFileName,
  readPath,
  readAddress,
  readNetworkAddress,
  readHex,
  readIdentifier,
  readPostalCode,
  readFiscalYear,
  readAbbreviation,
  readAcronym,
  readRoman,
  readGermanDate,
  readNumericDate,
  readDayAndMonth,
  readNamedDate,
  readWeekday,
  readLength,
  readInches,
  readDuration,
  readSeconds,
  readTimes,
  readRatio,
  readTime,
  readDecade,
  readCode,
  readMoney,
  readPhone,
  readFraction,
  readExponent,
  readDegreeOrdinal,
  readQuantity,
  readLoneUnit,
  readRange,
  readRelease,
  readVersion,
  readOrdinal,
  readSimpleNumber,
  readNumberSign,
  readTagged,
  readSerial,
];

const joints = new Set("-‑/'’");

/** Letters are behind a joint, or it is between two numbers with letters of their own: `180°C/350°F`. */
const isJoint = (core: string, at: number): boolean =>
  joints.has(core.charAt(at)) &&
  (/^\p{L}/u.test(core.slice(at + 1, at + 3)) ||
    (core.charAt(at) === "/" &&
      /[\p{L}%]$/u.test(core.slice(0, at)) &&
      /^\d[\d.,]*[°\p{L}%]/u.test(core.slice(at + 1, at + 9))));

/** The part before the first joint between a number and letters; empty where there is none. */
function headOf(core: string): string {
  let at = 1;
  while (at < core.length && !isJoint(core, at)) at += 1;
  const head = at < core.length ? core.slice(0, at) : "";
  return /\d/.test(head) &&
    /^(?:\p{Lu}{1,2}\$)?[^\p{L}]*(?:s|st|nd|rd|th|k|K|M|B|bn|mn|[°º]?[CF]|kg|g|lb|ml|mL|km|cm|mm)?$/u.test(head)
    ? head
    : "";
}

/** A part that is read by itself, and what is joined to it: `5-year-old`, `$5/kg`, `2024's`. */
function readCompound(context: Context): Reading | null {
  const { tokens, index, language } = context;
  const token = tokens[index];
  const head = headOf(token?.core ?? "");
  if (token === undefined || head === "") return null;
  const [sign = "", ...letters] = token.core.slice(head.length);
  const rest = letters.join("");
  const own = readAt({ ...context, tokens: [{ ...token, core: head, lead: "", trail: "" }], index: 0 });
  const said = own?.said ?? head;
  const other = readAt({ ...context, tokens: [{ ...token, core: rest, lead: "", trail: "" }], index: 0 })?.said ?? rest;
  if (sign === "/" && /^\d/.test(rest)) return { said: `${said}, ${other}`, used: 1 };
  if (sign === "/")
    return { said: `${said} ${language.names.per} ${unitNamesOf(rest, language)?.[0] ?? other}`, used: 1 };
  return { said: `${said}${sign}${other}`, used: 1 };
}

const numberSigns: ReadonlySet<string> = new Set(["~", "±", "≈", "<", ">", "≤", "≥", "+"]);

/** `~50%`, `±2 cm`, `≥18`. */
function readSigned(context: Context): Reading | null {
  const { tokens, index, language } = context;
  const token = tokens[index];
  const sign = token?.core.charAt(0) ?? "";
  const isTilde = token?.lead === "~" && /^[\d\p{Sc}]/u.test(token.core);
  if (token === undefined || !(isTilde || (numberSigns.has(sign) && /^.[\d\p{Sc}.]/u.test(token.core)))) return null;
  const number = { ...token, core: isTilde ? token.core : token.core.slice(1), lead: "" };
  const rest = { ...context, tokens: [number, ...tokens.slice(index + 1, index + 4)], index: 0 };
  const reading = isTilde || sign !== "+" ? readAt(rest) : null;
  return (
    reading && { ...reading, lead: "", said: `${language.names.signs[isTilde ? "~" : sign] ?? ""} ${reading.said}` }
  );
}

/** `Dr.` ends with the dot that follows it in `AB.`, too. */
const trailBehind = (said: string, trail: string): string =>
  said.endsWith(".") && trail.startsWith(".") && !trail.startsWith("..") ? trail.slice(1) : trail;

/** Longer words are read part by part. */
const longestWord = 300;

function readAt(context: Context): Reading | null {
  const { core } = context.tokens[context.index] ?? { core: "" };
  if (core.length > longestWord) return readRest(context);
  const signed = readSigned(context);
  if (signed !== null) return signed;
  for (const reader of readers) {
    const reading = reader(context);
    if (reading !== null) return reading;
  }
  return readCompound(context) ?? readRest(context);
}

function readWords(tokens: readonly Token[], reader: Pick<Context, "language" | "dateOrder">): string {
  let said = "";
  for (let index = 0; index < tokens.length;) {
    const token = tokens[index];
    if (token === undefined) break;
    const reading = readAt({ ...reader, tokens, index });
    const { used = 1 } = reading ?? {};
    const last = tokens[index + used - 1] ?? token;
    const words = reading?.said ?? token.core;
    const trail = trailBehind(reading === null ? "" : words, reading?.trail ?? last.trail);
    said += `${reading?.lead ?? token.lead}${words}${trail}${reading?.space ?? last.space}`;
    index += used;
  }
  return said;
}

/** A sign that is left has no name. */
const nameless = /[\p{S}\p{N}*_\\]/gu;

/** Turns everything but words into words of a language; for a language without tables of its own, only amounts of money and addresses. */
export function readText(text: string, language: string, dateOrder: DateOrder): string {
  const spoken = languages.get(language);
  if (spoken === undefined) return readBasics(text, language);
  const plain = prepareText(text, spoken);
  const blank = /^\s*/u.exec(plain)?.[0] ?? "";
  return `${blank}${readWords(tokenize(plain), { language: spoken, dateOrder })}`
    .replaceAll(nameless, " ")
    .replaceAll(/ {2,}/g, " ");
}
