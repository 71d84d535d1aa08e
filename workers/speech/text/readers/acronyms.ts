import { commonWords } from "#workers/speech/text/plain-capitals.ts";
import { type Context, type Reader, type Reading, tokenAt, wordBefore } from "#workers/speech/text/reading.ts";

/** The names of more than one of a letter. */
const plurals: Readonly<Record<string, string>> = {
  A: "ays",
  B: "bees",
  C: "sees",
  D: "dees",
  E: "ease",
  F: "effs",
  G: "gees",
  H: "aitches",
  I: "eyes",
  J: "jays",
  K: "kays",
  L: "ells",
  M: "ems",
  N: "ens",
  O: "oes",
  P: "peas",
  Q: "cues",
  R: "ars",
  S: "esses",
  T: "tees",
  U: "ewes",
  V: "vees",
  W: "doubleyous",
  X: "exes",
  Y: "whys",
  Z: "zees",
};

/** Capitals that are read as words. */
const wordAcronyms: ReadonlySet<string> = new Set("RAM ROM PIN SIM GIF NATO NASA SWAT AIDS".split(" "));
const spelled = (letters: string): string => `${[...letters].join(".")}.`;

/** `PDFs`, `CEOs`: engines lose the ending of some. */
function readPlural(core: string): Reading | null {
  const [, letters = ""] = /^(\p{Lu}{2,4})s$/u.exec(core) ?? [];
  const last = plurals[letters.at(-1) ?? ""];
  if (last === undefined || wordAcronyms.has(letters)) return null;
  return {
    said: letters.length === 2 ? `${letters.charAt(0)}-${last}` : `${spelled(letters.slice(0, -1))} ${last}`,
    used: 1,
  };
}

const hasSmallLetters = ({ tokens, index }: Context): boolean =>
  tokens.slice(Math.max(0, index - 20), index + 20).some(({ core }) => /\p{Ll}{2}/u.test(core));

/** In a clause of its own engines take capitals for a word that is stressed: `a PIN, OTP or CVV`. */
function readAlone(context: Context): Reading | null {
  const { core = "", trail = "", lead = "" } = tokenAt(context) ?? {};
  if (!/^\p{Lu}{2,3}$/u.test(core) || wordAcronyms.has(core) || commonWords.has(core)) return null;
  const before = tokenAt(context, -1);
  const begins = lead !== "" || before === undefined || /[,;:.!?)]$/.test(before.trail);
  const ends = trail !== "" || tokenAt(context, 1) === undefined;
  return begins && ends && hasSmallLetters(context) ? { said: spelled(core), used: 1 } : null;
}

/** A lone `A` after one of these is a letter. */
const lettered: ReadonlySet<string> = new Set(
  "vitamin section plan hepatitis group grade type class team block gate part appendix figure option step level hall terminal unit room exhibit influenza category".split(
    " ",
  ),
);

/** `vitamin A is`: before a word in small letters it is taken for the article, but not when it is joined to it. */
function readLetter(context: Context): Reading | null {
  const { core = "", trail = "" } = tokenAt(context) ?? {};
  const before = wordBefore(context);
  if (core !== "A" || trail !== "" || !(lettered.has(before) || /^\d+$/.test(before))) return null;
  if (!/^\p{Ll}/u.test(tokenAt(context, 1)?.core ?? "")) return null;
  return { said: "A", used: 1, space: "-" };
}

/** `Fig. 2a`: in small letters it is the article. */
function readPartA(context: Context): Reading {
  const { core = "", trail = "" } = tokenAt(context) ?? {};
  const isBeforeWord = trail === "" && /^\p{Ll}/u.test(tokenAt(context, 1)?.core ?? "");
  const said = `${context.language.cardinal(String(Number(core.slice(0, -1))))} A`;
  return { said, used: 1, ...(isBeforeWord && { space: "-" }) };
}

const eras: ReadonlySet<string> = new Set(["AD", "BC", "CE", "BCE"]);

const isNumber = (context: Context): boolean =>
  [-1, 1].some((offset) => /^\d{1,4}$/.test(tokenAt(context, offset)?.core ?? ""));

/** `the WHO`, `the EU and WHO`: in small letters it is a word. */
const isAmongAcronyms = (context: Context): boolean =>
  hasSmallLetters(context) && (wordBefore(context) === "the" || /^\p{Lu}{2,}$/u.test(tokenAt(context, -2)?.core ?? ""));

/** English only. */
export const readAcronym: Reader = (context) => {
  if (context.language.tag !== "en") return null;
  const core = tokenAt(context)?.core ?? "";
  if (/^\d{1,4}a$/.test(core)) return readPartA(context);
  if (core.length > 5 || !/^\p{Lu}/u.test(core)) return null;
  if (/^[A-F]-$/.test(core)) return { said: `${core.charAt(0)} minus`, used: 1 };
  if (core === "WHO" && isAmongAcronyms(context)) return { said: spelled(core), used: 1 };
  if (eras.has(core) && isNumber(context)) return { said: spelled(core), used: 1 };
  return readPlural(core) ?? readAlone(context) ?? readLetter(context);
};
