import type { Abbreviation, AbbreviationPlace } from "#workers/speech/synthesis/normalize/language.ts";
import {
  coreAfter,
  type Context,
  type Reader,
  type Reading,
  tokenAt,
} from "#workers/speech/synthesis/normalize/reading.ts";

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
  if (before === undefined || !capital.test(before.core) || noNames.has(before.core.toLowerCase())) return false;
  const isFirst = index === 1 || /[.!?:]/.test(tokens[index - 2]?.trail ?? "");
  return before.trail === "" && !(isFirst && capital.test(tokens[index + 1]?.core ?? ""));
}

function fits(place: AbbreviationPlace, context: Context): boolean {
  const { tokens, index } = context;
  const next = tokens[index + 1];
  switch (place) {
    case "anywhere":
      return true;
    case "after name":
      return isNamed(context);
    case "after number":
      return /\d$/.test(tokens[index - 1]?.core ?? "") && tokens[index - 1]?.trail === "";
    case "before name":
      return next !== undefined && nameLike.test(next.core) && !tokens[index]?.space.includes("\n");
    case "before number":
      return /^(?:\d|[IVX]{2}|[VX]$)/.test(next?.core ?? "");
  }
}

/** Those that stand behind what they belong to, so that a sentence can end with them. */
const closingPlaces: ReadonlySet<AbbreviationPlace> = new Set(["after name", "after number"]);
const closingWords =
  /^(?:et ?c[eé]tera|eccetera|इत्यादि|वगैरह|Junior|Senior|Incorporated|Limited|limit|Corporation|Avenue|Boulevard|avenida|department|departament|maximum|minimum|m[aá]ximo|m[ií]nimo|ustede?s?$|antes|depois|después|avanti|dopo)/u;

/** The dot that belongs to the abbreviation ends the sentence, too, before a capital and at the end of the text. */
function endsSentence({ tokens, index }: Context, { word, place }: Abbreviation): boolean {
  const next = tokens[index + 1];
  if (next === undefined || tokens[index]?.space.includes("\n") === true) return true;
  return capital.test(next.core) && (closingPlaces.has(place) || closingWords.test(word));
}

const byKey = (context: Context, key: string): Abbreviation | null => {
  const { abbreviations } = context.language;
  const candidates = Object.hasOwn(abbreviations, key) ? (abbreviations[key] ?? []) : [];
  return candidates.find(({ place }) => fits(place, context)) ?? null;
};

/** `Dr.`, `St.`, `etc.`, `No.`: with its dot, or without where it is written so. */
export const readAbbreviation: Reader = (context): Reading | null => {
  const { core = "", trail = "" } = tokenAt(context) ?? {};
  if (core === "" || core.length > 10) return null;
  const key = core.toLowerCase();
  const dotted = trail.startsWith(".") ? byKey(context, `${key}.`) : null;
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

/** `Chapter IV`, `Elizabeth II`, `XXe siècle`: only where a Roman numeral is expected. */
export const readRoman: Reader = (context) => {
  const { language } = context;
  const { core = "" } = tokenAt(context) ?? {};
  const [, letters = "", ending = ""] = /^([IVXLC]{1,9})(e|er|ème|º|ª)?$/u.exec(core) ?? [];
  const value = letters === "" ? null : valueOfRoman(letters);
  const before = tokenAt(context, -1);
  if (value === null) return null;
  const isCentury = ["siècle", "secolo"].includes(coreAfter(context, 1));
  if (ending !== "" || isCentury)
    return letters.length > 1 || isCentury ? { said: language.ordinal(String(value), ending), used: 1 } : null;
  if (before === undefined || before.trail !== "") return null;
  const word = before.core.toLowerCase();
  if (language.romanCounts.has(word)) return { said: language.cardinal(String(value)), used: 1 };
  // `Peter I saw` is not about a tsar.
  const isName =
    language.romanNames.has(word) && capital.test(before.core) && (letters !== "I" || language.tag !== "en");
  return isName ? { said: language.romanName(String(value)), used: 1 } : null;
};
