import type { SpokenLanguage } from "./language.ts";
import { english } from "./languages/english.ts";
import { french } from "./languages/french.ts";
import { hindi } from "./languages/hindi.ts";
import { italian } from "./languages/italian.ts";
import { portuguese } from "./languages/portuguese.ts";
import { spanish } from "./languages/spanish.ts";
import { readAbbreviation, readRoman } from "./readers/abbreviations.ts";
import { readAddress } from "./readers/addresses.ts";
import { readMoney, readQuantity, readRange } from "./readers/amounts.ts";
import { readNamedDate, readNumericDate } from "./readers/dates.ts";
import { readRest, readSerial, readTagged } from "./readers/parts.ts";
import { readPhone } from "./readers/phones.ts";
import { readDecade, readFraction, readOrdinal, readSimpleNumber, readVersion } from "./readers/simple-numbers.ts";
import { readTime } from "./readers/times.ts";
import { readBasics } from "./read-basics.ts";
import { unitNamesOf } from "./unit-names.ts";
import type { Context, Reader, Reading } from "./reading.ts";
import { type Token, tokenize } from "./tokens.ts";

const languages: ReadonlyMap<string, SpokenLanguage> = new Map(
  [english, hindi, spanish, french, italian, portuguese].map((language) => [language.tag, language]),
);

/** The tables of a language; null for one without. */
export const languageOf = (tag: string): SpokenLanguage | null => languages.get(tag) ?? null;

/** The first that knows what it sees reads it. */
const readers: readonly Reader[] = [
  readAddress,
  readAbbreviation,
  readRoman,
  readNumericDate,
  readNamedDate,
  readTime,
  readDecade,
  readMoney,
  readPhone,
  readFraction,
  readQuantity,
  readRange,
  readVersion,
  readOrdinal,
  readSimpleNumber,
  readTagged,
  readSerial,
];

const joints = new Set("-‑/'’");

/** What stands before the first joint between a number and letters; empty where there is none. */
function headOf(core: string): string {
  let at = 1;
  while (at < core.length && !(joints.has(core.charAt(at)) && /^\p{L}/u.test(core.slice(at + 1, at + 3)))) at += 1;
  const head = at < core.length ? core.slice(0, at) : "";
  return /\d/.test(head) && /^[^\p{L}]*(?:s|st|nd|rd|th)?$/u.test(head) ? head : "";
}

/** What is read by itself, and what is joined to it: `5-year-old`, `$5/kg`, `2024's`. */
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
  if (sign === "/")
    return { said: `${said} ${language.names.per} ${unitNamesOf(rest, language)?.[0] ?? other}`, used: 1 };
  return { said: `${said}${sign}${other}`, used: 1 };
}

/** Longer words are read part by part. */
const longestWord = 300;

function readAt(context: Context): Reading | null {
  const { core } = context.tokens[context.index] ?? { core: "" };
  if (core.length > longestWord) return readRest(context);
  for (const reader of readers) {
    const reading = reader(context);
    if (reading !== null) return reading;
  }
  return readCompound(context) ?? readRest(context);
}

function readWords(tokens: readonly Token[], language: SpokenLanguage): string {
  let said = "";
  for (let index = 0; index < tokens.length;) {
    const token = tokens[index];
    if (token === undefined) break;
    const reading = readAt({ tokens, index, language });
    const { used = 1 } = reading ?? {};
    const last = tokens[index + used - 1] ?? token;
    said += `${reading?.lead ?? token.lead}${reading?.said ?? token.core}${reading?.trail ?? last.trail}${last.space}`;
    index += used;
  }
  return said;
}

/** `1 250` is one number where blanks group; elsewhere narrow and unbreakable ones do. */
const joinGroups = (text: string, tag: string): string => {
  const joined = text.replaceAll(/(?<=\d)[\u00A0\u2009\u202F](?=\d{3}(?!\d))/gu, "");
  return tag === "fr" ? joined.replaceAll(/(?<!\d)([1-9]\d{0,2}) (?=\d{3}(?!\d))/gu, "$1") : joined;
};

/** `½` as `1/2`, `Ⅳ` as `IV`, `①` as `1`; what is raised stays. */
const plainNumbers = (text: string): string =>
  text.replaceAll(/[\p{Nl}\p{No}]/gu, (sign, at: number) => {
    const plain = sign.normalize("NFKC").replace("\u2044", "/");
    if (/^[¹²³⁰-⁹₀-₉]$/u.test(sign) || !/^[\dA-Z/]+$/.test(plain)) return sign;
    return /\d/.test(text[at - 1] ?? "") ? ` ${plain}` : plain;
  });

/** What is left of signs has no name. */
const nameless = /[\p{S}\p{N}*_\\]/gu;

/** What is not words, turned into the words of a language. Of a language without tables of its own only amounts of money and addresses. */
export function readText(text: string, language: string): string {
  const spoken = languages.get(language);
  if (spoken === undefined) return readBasics(text, language);
  const plain = joinGroups(plainNumbers(text), language);
  const blank = /^\s*/u.exec(plain)?.[0] ?? "";
  return `${blank}${readWords(tokenize(plain), spoken)}`.replaceAll(nameless, " ").replaceAll(/ {2,}/g, " ");
}
