import type { SpokenLanguage } from "#workers/speech/text/language.ts";
import { digitByDigit } from "#workers/speech/text/numbers.ts";
import {
  coreAfter,
  type Context,
  type Reader,
  type Reading,
  tokenAt,
  wordBefore,
} from "#workers/speech/text/reading.ts";
import { spellLetters } from "./parts.ts";

/** Letters by their names and digits one by one. */
function sayCharacters(text: string, language: SpokenLanguage): string {
  const groups = text.match(/\d+|\p{L}+/gu) ?? [];
  const said = groups.map((group) =>
    /^\d/.test(group) ? digitByDigit(group, language) : spellLetters(group.toUpperCase(), language),
  );
  // "A" before a word is an article in English, "A-four" is not.
  return language.tag === "en" ? said.join(" ").replace(/(?<![^ ])A (?=[a-z])/g, "A-") : said.join(" ");
}

/** Groups with a pause between. */
export const sayGroups = (groups: readonly string[], language: SpokenLanguage): string =>
  groups.map((group) => sayCharacters(group, language)).join(", ");

const inFours = (text: string): readonly string[] => text.match(/.{1,4}/gsu) ?? [];

const uuid = /^[{]?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})[}]?$/i;
const mac = /^[0-9a-f]{2}(?:[:-][0-9a-f]{2}){5}$/i;
const ipv6 = /^(?=[0-9a-f:]{6,39}$)(?=[^:]*:[^:]*:)[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7}$/i;
const hash = /^(?:0x)?[0-9a-f]{2,64}$/i;
/** `#FF5733`, `#fff`; `#add` is a hashtag, `#123` a number. */
const colour = /^#(?:(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{6}|([a-f])\1\1(?:\1{3})?)$/i;
const binary = /^0([bo])[01]+$|^0(o)[0-7]{1,12}$/i;
const codePoint = /^U\+([0-9A-F]{4,6})$/;
/** A hash has digits and letters; an exponent and a number with a unit behind it are none. */
const shortestHash = 7;
const exponent = /^\d+e\d+$/i;
const numberWithLetter = /^\d+[a-f]$/i;

function groupsOfHex(core: string): readonly string[] | null {
  const [, id] = uuid.exec(core) ?? [];
  if (id !== undefined) return id.split("-");
  if (mac.test(core)) return core.split(/[:-]/);
  if (binary.test(core)) return [core.slice(0, 2), ...inFours(core.slice(2))];
  if (!hash.test(core) || exponent.test(core) || numberWithLetter.test(core)) return null;
  if (/^0x/i.test(core)) return ["0x", ...inFours(core.slice(2))];
  const isMixed = /\d/.test(core) && /[a-f]/i.test(core);
  return isMixed && core.length >= shortestHash ? inFours(core) : null;
}

/** `00:1B:44:11:3A:B7`, `550e8400-e29b-41d4-a716-446655440000`, `a1b2c3d`, `0x1F4`, `2001:db8::1`: character by character. */
export const readHex: Reader = (context) => {
  const { language } = context;
  const core = tokenAt(context)?.core ?? "";
  if (core.length > 70) return null;
  const groups = groupsOfHex(core);
  if (groups !== null) return { said: sayGroups(groups, language), used: 1 };
  const { address } = language.names;
  if (colour.test(core)) return { said: `${address["#"] ?? ""} ${sayCharacters(core, language)}`, used: 1 };
  const [, digits] = codePoint.exec(core) ?? [];
  if (digits !== undefined) return { said: `U ${address["+"] ?? ""} ${sayCharacters(digits, language)}`, used: 1 };
  if (!ipv6.test(core) || !(core.includes("::") || /[a-f]/i.test(core))) return null;
  const colon = ` ${address[":"] ?? ""} `;
  return {
    said: core
      .split(":")
      .map((group) => sayCharacters(group, language))
      .join(colon)
      .trim(),
    used: 1,
  };
};

const mostGroups = 9;
const countryAndCheck = /^\p{Lu}{2}\d{2}$/u;
const unspacedIban = /^\p{Lu}{2}\d{2}(?=[\p{Lu}\d]*\d{4})[\p{Lu}\d]{11,30}$/u;

/** The words from here on that are `piece`, with single blanks and nothing else between. */
export function rowOf(context: Context, piece: RegExp): readonly string[] {
  const row: string[] = [];
  for (let at = 0; at < mostGroups; at += 1) {
    const core =
      at === 0 ? (tokenAt(context)?.core ?? "") : coreAfter({ ...context, index: context.index + at - 1 }, 1);
    if (!piece.test(core)) break;
    row.push(core);
  }
  return row;
}

/** `DE89 3704 0044 0532 0130 00`, with or without its blanks. */
function readIban(context: Context): Reading | null {
  const { language } = context;
  const core = tokenAt(context)?.core ?? "";
  if (unspacedIban.test(core)) return { said: sayGroups(inFours(core), language), used: 1 };
  if (!countryAndCheck.test(core)) return null;
  const groups = rowOf({ ...context, index: context.index + 1 }, /^(?=\p{Lu}*\d)[\p{Lu}\d]{1,4}$|^\p{Lu}{4}$/u);
  const isIban = groups.length >= 3 && groups.slice(0, -1).every(({ length }) => length === 4);
  return isIban ? { said: sayGroups([core, ...groups], language), used: groups.length + 1 } : null;
}

const fewestDigits = 9;
const isYear = (group: string): boolean => /^(?:1[89]|20)\d\d$/.test(group);

/** `4111 1111 1111 1111`, `3782 822463 10005`: groups that no number and no telephone number has. */
function readCard(context: Context): Reading | null {
  const row = rowOf(context, /^\d{2,6}$/);
  const digits = row.join("");
  // `3704 0044`
  if (row.length === 2 && row.every(({ length }) => length === 4) && row[1]?.startsWith("0"))
    return { said: sayGroups(row, context.language), used: 2 };
  if (row.length < 3 || digits.length < fewestDigits || row.every(isYear)) return null;
  const isOfFours = row.slice(0, -1).every(({ length }) => length >= 4);
  return isOfFours ? { said: sayGroups(row, context.language), used: row.length } : null;
}

/** Words behind a code; before any other word digits are an amount, or years: `order 2500000 units`, `2686-2181 BC`. */
const wordsBehindCodes: ReadonlySet<string> = new Set(
  "is was are were has had will can expired expires shipped arrived and for from in on at to with by ist war hat und für est et pour es fue y para è".split(
    " ",
  ),
);

/** Tells whether a word, a unit or a currency behind some words says that they are an amount. */
export function isAmount(context: Context, used: number): boolean {
  const { trail = "", space = "" } = tokenAt(context, used - 1) ?? {};
  const { lead = "", core = "" } = tokenAt(context, used) ?? {};
  if (trail !== "" || lead !== "" || space.includes("\n")) return false;
  return /^[\p{L}\p{Sc}%°]/u.test(core) && !wordsBehindCodes.has(core.toLowerCase());
}

const fewestInPair = 7;
const employer = /^\d\d-\d{7}$/;
const wordsBeforeRanges: ReadonlySet<string> = new Set("from between of about c ca circa".split(" "));

/** Years before Christ and amounts that fall: `(2686-2181)`, `from 5000-3000`. */
function mayFall(context: Context): boolean {
  const { lead = "", core = "", trail = "" } = tokenAt(context) ?? {};
  const isAlone = lead.endsWith("(") && trail.startsWith(")");
  return isAlone || /00-\d{1,10}00$/.test(core) || wordsBeforeRanges.has(wordBefore(context));
}

/** `8891-2234`, `12-3456789`, `2024-00123`: two numbers that are no range. */
function isPairOfCode(context: Context, [first = "", second = ""]: readonly string[]): boolean {
  if (first.length + second.length < fewestInPair || (isYear(first) && isYear(second))) return false;
  if (second.startsWith("0")) return true;
  if (isAmount(context, 1)) return false;
  if (employer.test(`${first}-${second}`)) return !second.endsWith("000");
  return Number(first) >= Number(second) && !mayFall(context);
}

/** `123-45-6789`, `4521-8890-1123`: groups with hyphens that are no date and no range. */
function readHyphened(context: Context): Reading | null {
  const groups = (tokenAt(context)?.core ?? "").split("-");
  if (groups.length === 2 && groups.every((group) => /^\d{2,12}$/.test(group)) && isPairOfCode(context, groups))
    return { said: sayGroups(groups, context.language), used: 1 };
  if (groups.length < 3 || groups.length > mostGroups || !groups.every((group) => /^\d{1,12}$/.test(group)))
    return null;
  return groups.join("").length >= fewestDigits ? { said: sayGroups(groups, context.language), used: 1 } : null;
}

/** Numbers of cards, orders, accounts and people: digit by digit, with a pause between the groups. */
export const readIdentifier: Reader = (context) => readIban(context) ?? readCard(context) ?? readHyphened(context);
