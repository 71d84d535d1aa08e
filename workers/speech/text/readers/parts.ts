import type { SpokenLanguage } from "#workers/speech/text/language.ts";
import { digitByDigit, parseNumber, sayDigits, sayNumber } from "#workers/speech/text/numbers.ts";
import { type Reader, tokenAt } from "#workers/speech/text/reading.ts";

const longestLetters = 4;
const longestSerialNumber = 2;

/** Letters one by one. Written `B.K.`, since a lone `A` is taken for the article by engines of English. */
export function spellLetters(letters: string, { tag }: SpokenLanguage): string {
  const all = [...letters];
  if (tag !== "en") return all.join(" ");
  return all.length === 1 ? letters : `${all.join(".")}.`;
}

function sayGroup(group: string, language: SpokenLanguage): string {
  if (!/^\d/.test(group)) return group.length <= longestLetters ? spellLetters(group, language) : group;
  return group.length <= longestSerialNumber ? sayDigits(group, language) : digitByDigit(group, language);
}

/** `AB-1234`, `B2B`, `A4`: capitals letter by letter, and more than two digits digit by digit. */
export const readSerial: Reader = (context) => {
  const core = tokenAt(context)?.core ?? "";
  if (
    core.length > 30 ||
    !/^[\p{Lu}\d]+(?:[-/.][\p{Lu}\d]+){0,6}$/u.test(core) ||
    !/\d/.test(core) ||
    !/\p{Lu}/u.test(core)
  )
    return null;
  const groups = core.match(/\d+|\p{Lu}+/gu) ?? [];
  const said = groups.map((group) => sayGroup(group, context.language)).join(" ");
  // "A" before a word is an article, "A-four" is not.
  return { said: context.language.tag === "en" ? said.replace(/(?<![^ ])A (?=[a-z])/g, "A-") : said, used: 1 };
};

/** `#news`, `#5`, `@name`, and `AT&T`. */
export const readTagged: Reader = (context) => {
  const { language } = context;
  const core = tokenAt(context)?.core ?? "";
  const { names } = language;
  if (/^#\d{1,12}$/.test(core)) return { said: `${names.number} ${sayDigits(core.slice(1), language)}`, used: 1 };
  if (/^#\p{L}[\p{L}\p{M}\p{N}_]*$/u.test(core)) {
    const words = core.slice(1).replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, " ");
    const [, letters = "", digits = ""] = /^(\p{L}+)((?:19|20)\d\d)$/u.exec(words.replaceAll(" ", "")) ?? [];
    const said = letters === "" ? sayParts(words, language) : `${words.slice(0, -4).trim()} ${language.year(digits)}`;
    return { said: `${names.hashtag} ${said}`, used: 1 };
  }
  if (/^\p{Lu}{1,3}&\p{Lu}{1,3}$/u.test(core)) {
    const said = core.split("&").map((letters) => spellLetters(letters, language));
    return { said: said.join(` ${names.signs["&"] ?? ""} `), used: 1 };
  }
  return null;
};

const sign = /[\p{N}\p{S}@#&%§/\\_*]/u;

/** Whatever else has digits or signs in it, part by part: letters stay as they are. */
export const readRest: Reader = (context) => {
  const { core = "", trail = "" } = tokenAt(context) ?? {};
  if (!sign.test(core)) return null;
  // `array[0]`
  const isIndexed = /[^[]\[\d+$/.test(core) && trail.startsWith("]");
  return { said: sayParts(core, context.language), used: 1, trail: isIndexed ? trail.slice(1) : trail };
};

function sayParts(core: string, language: SpokenLanguage): string {
  const parts = core.replaceAll(/\^[-−]/gu, "^−").match(/\d+(?:[.,]\d+)*|[^\p{N}\p{S}@#&%§/\\_*]+|./gsu) ?? [];
  return withoutLines(parts)
    .map((part) => sayPart(part, language))
    .filter((part) => part !== "")
    .join(" ");
}

const longestRow = 2;

/** `=====` is a line, and no word is heard of it. */
function withoutLines(parts: readonly string[]): readonly string[] {
  const rows: string[][] = [];
  for (const part of parts) {
    const row = rows.at(-1);
    if (row?.[0] === part && sign.test(part)) row.push(part);
    else rows.push([part]);
  }
  return rows.filter((row) => row.length <= longestRow).flat();
}

/** Between numbers and signs these would be read, or joined to a word. */
const edges = new Set("-−–—‐‑:.,;'[] ");

function trimmed(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && edges.has(text[from] ?? "")) from += 1;
  while (to > from && edges.has(text[to - 1] ?? "")) to -= 1;
  return text.slice(from, to);
}

function sayPart(part: string, language: SpokenLanguage): string {
  if (/^\d/.test(part)) {
    const number = parseNumber(part, language);
    if (number !== null) return sayNumber(number, language);
    return part
      .split(/\D/)
      .map((digits) => sayDigits(digits, language))
      .join(" ");
  }
  const { signs, powers, minus } = language.names;
  if (part === "−") return minus;
  if (part === "²" || part === "³") return powers[part === "²" ? 0 : 1];
  if (Object.hasOwn(signs, part)) return signs[part] ?? "";
  const plain = part.normalize("NFKC");
  if (/^\p{N}$/u.test(part)) return /^\d+$/.test(plain) ? sayDigits(plain, language) : "";
  return /^[\p{S}@#&%§/\\_*]$/u.test(part) ? "" : trimmed(part);
}
