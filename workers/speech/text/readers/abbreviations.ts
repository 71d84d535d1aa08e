import type { Abbreviation, AbbreviationPlace } from "#workers/speech/text/language.ts";
import type { Token } from "#workers/speech/text/tokens.ts";
import { coreAfter, type Context, type Reader, type Reading, tokenAt } from "#workers/speech/text/reading.ts";

const capital = /^\p{Lu}/u;
/** A name, or a letter of a script without capitals. */
const nameLike = /^[\p{Lu}\p{Lo}]/u;
/** Words with a capital that are no names where a sentence begins. */
const noNames: ReadonlySet<string> = new Set(
  "in the at on from to near and of for a by this that is was with".split(" "),
);

/** A sentence may begin with a capital: in `Visit St. Louis` the first word is no name. */
function isNamed({ tokens, index }: Context): boolean {
  const before = tokens[index - 1];
  if (before !== undefined && before.trail === "" && ordinal.test(before.core)) return true;
  if (before === undefined || !capital.test(before.core) || noNames.has(before.core.toLowerCase())) return false;
  const isFirst = index === 1 || /[.!?:]/.test(tokens[index - 2]?.trail ?? "");
  return before.trail === "" && !(isFirst && capital.test(tokens[index + 1]?.core ?? ""));
}

/** `42nd St.` */
const ordinal = /^\d+(?:st|nd|rd|th)$/;
/** `M. et Mme Durand` */
const conjunctions: ReadonlySet<string> = new Set(["&", "and", "et", "y", "e", "ou", "da", "das", "do", "dos", "de"]);

const noToken: Token = { lead: "", core: "", trail: "", space: "" };
const isHouse = ({ core, trail }: Token): boolean => /^\d{1,5}\p{Lu}?$/u.test(core) && trail === "";

function isNameLike({ tokens, index }: Context): boolean {
  const next = tokens[index + 1];
  if (next === undefined) return false;
  return nameLike.test(conjunctions.has(next.core) ? (tokens[index + 2]?.core ?? "") : next.core);
}

function fits(place: AbbreviationPlace, context: Context): boolean {
  const { tokens, index } = context;
  const [own, next] = [tokens[index], tokens[index + 1]];
  switch (place) {
    case "anywhere":
      return true;
    case "after name":
      return isNamed(context);
    case "after street":
      return isNamed(context) && tokens.slice(Math.max(0, index - 3), index - 1).some(isHouse);
    case "in address":
      return isNameLike(context) && index > 0 && isHouse(tokens[index - 1] ?? noToken);
    case "in small letters":
      return /^\p{Ll}/u.test(own?.core ?? "");
    case "before ordinal":
      return ordinal.test(next?.core ?? "");
    case "after number":
      return /\d$/.test(tokens[index - 1]?.core ?? "") && tokens[index - 1]?.trail === "";
    case "before name":
      return isNameLike(context) && own !== undefined && /^\.?$/.test(own.trail) && !own.space.includes("\n");
    case "before number":
      return /^(?:\d|[IVX]{2}|[VX]$)/.test(next?.core ?? "");
  }
}

/** Those that stand behind what they belong to, so that a sentence can end with them. */
const closingPlaces: ReadonlySet<AbbreviationPlace> = new Set(["after name", "after number"]);
const closingWords =
  /^(?:et ?c[eé]tera|eccetera|PhD|इत्यादि|वगैरह|Junior|Senior|Incorporated|Limited|limit|Corporation|Avenue|Boulevard|department|departament|maximum|minimum|m[aá]ximo|m[ií]nimo|ustede?s?$|antes|depois|después|avanti|dopo)/u;

const compassPoints: ReadonlySet<string> = new Set("N S E W NE NW SE SW".split(" "));

/** The dot that belongs to the abbreviation ends the sentence, too, before a capital and at the end of the text. */
function endsSentence({ tokens, index }: Context, { word, place }: Abbreviation): boolean {
  const next = tokens[index + 1];
  if (next === undefined || tokens[index]?.space.includes("\n") === true) return true;
  if (compassPoints.has(next.core)) return false;
  return capital.test(next.core) && (closingPlaces.has(place) || closingWords.test(word));
}

const byKey = (context: Context, key: string): Abbreviation | null => {
  const { abbreviations } = context.language;
  const candidates = Object.hasOwn(abbreviations, key) ? (abbreviations[key] ?? []) : [];
  return candidates.find(({ place }) => fits(place, context)) ?? null;
};

const shouted: ReadonlySet<string> = new Set(["mrs", "etc", "inc", "ltd", "corp", "prof"]);

/** `Dr.`, `St.`, `etc.`, `No.`: with its dot, or without where it is written so. */
export const readAbbreviation: Reader = (context): Reading | null => {
  const { core = "", trail = "" } = tokenAt(context) ?? {};
  if (core === "" || core.length > 10) return null;
  const key = core.toLowerCase();
  // `737 MAX.` ends a sentence.
  const isName = /^\p{Lu}{3,}$/u.test(core) && !shouted.has(key);
  const dotted = trail.startsWith(".") && !isName ? byKey(context, `${key}.`) : null;
  const found = dotted ?? byKey(context, key);
  if (found === null) return null;
  const rest = dotted === null ? trail : trail.slice(1);
  const end = dotted !== null && rest === "" && endsSentence(context, found) ? "." : "";
  return { said: found.word, used: 1, trail: `${end}${rest}` };
};

const values: ReadonlyMap<string, number> = new Map([
  ["I", 1],
  ["V", 5],
  ["X", 10],
  ["L", 50],
  ["C", 100],
]);

/** The value of a Roman numeral in its usual spelling, up to 399; null for other letters. */
function valueOfRoman(text: string): number | null {
  if (!/^C{0,3}(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})$/.test(text) || text === "") return null;
  const letters = [...text].map((letter) => values.get(letter) ?? 0);
  return letters.reduce((sum, value, at) => sum + (value < (letters[at + 1] ?? 0) ? -value : value), 0);
}

/** `cap. IV` */
function isCount({ tokens, index, language }: Context): boolean {
  const before = tokens[index - 1];
  if (before?.trail !== ".") return false;
  const found = language.abbreviations[`${before.core.toLowerCase()}.`] ?? [];
  return found.some(({ word }) => language.romanCounts.has(word));
}

/** English: `Final Fantasy VII`, `John Smith III`. Two letters at least, behind a name. */
const isNumbered = ({ tokens, index, language }: Context): boolean =>
  language.tag === "en" &&
  /^[IVX]{2,}$/.test(tokens[index]?.core ?? "") &&
  /^\p{Lu}\p{Ll}/u.test(tokens[index - 1]?.core ?? "");

/** Reads a Roman numeral: an ordinal after the name of a person. */
function readNumbered({ tokens, index, language }: Context, value: string): Reading {
  const isPerson = language.romanNames.has(tokens[index - 2]?.core.toLowerCase() ?? "");
  return { said: isPerson ? language.romanName(value) : language.cardinal(value), used: 1 };
}

/** German: the dot of `Ludwig XIV. regierte` makes it an ordinal, and ends no sentence. */
function dotOfOrdinal(context: Context): Pick<Reading, "trail"> {
  const { trail = "" } = tokenAt(context) ?? {};
  const goesOn = trail.length > 1 || /^\p{Ll}/u.test(tokenAt(context, 1)?.core ?? "");
  const isOwn = context.language.tag === "de" && trail.startsWith(".") && goesOn;
  return isOwn ? { trail: trail.slice(1) } : {};
}

/** `Chapter IV`, `Elizabeth II`, `XXe siècle`: only where a Roman numeral is expected. */
export const readRoman: Reader = (context) => {
  const { language } = context;
  const token = tokenAt(context);
  const [core = "", possessive] = token?.core.split(/(['’]s)$/u) ?? [];
  if (token !== undefined && possessive !== undefined && /^[IVXLC]{2,9}$/.test(core)) {
    const tokens = context.tokens.with(context.index, { ...token, core });
    const reading = readRoman({ ...context, tokens });
    return reading && { ...reading, said: `${reading.said}${possessive}` };
  }
  const [, letters = "", ending = ""] = /^([IVXLC]{1,9})(e|er|ème|º|ª)?$/u.exec(core) ?? [];
  const value = letters === "" ? null : valueOfRoman(letters);
  const before = tokenAt(context, -1);
  if (value === null) return null;
  const isCentury = ["siècle", "secolo"].includes(coreAfter(context, 1));
  if (ending !== "" || isCentury)
    return letters.length > 1 || isCentury || ending === "er"
      ? { said: language.ordinal(String(value), ending), used: 1 }
      : null;
  if (before === undefined || (before.trail !== "" && !isCount(context))) return null;
  const word = before.core.toLowerCase();
  if (language.romanCounts.has(word) || isCount(context)) return { said: language.cardinal(String(value)), used: 1 };
  // `Peter I saw` is not about a tsar.
  const isName =
    language.romanNames.has(word) && capital.test(before.core) && (letters !== "I" || language.tag !== "en");
  if (isName) return { said: language.romanName(String(value)), used: 1, ...dotOfOrdinal(context) };
  return isNumbered(context) ? readNumbered(context, String(value)) : null;
};
