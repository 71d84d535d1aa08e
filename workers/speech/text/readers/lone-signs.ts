import { type Context, type Reader, tokenAt } from "#workers/speech/text/reading.ts";
import { ratioNamesOf } from "#workers/speech/text/unit-names.ts";
import { fullName } from "./weekdays.ts";

const dash = /^[-–—−‐‑]$/u;
const crossing = /^[x×X]$/u;
const half = /^[ap]\.?m$/i;

const wordAt = (context: Context, offset: number): string => {
  const { lead = "", core = "", trail = "" } = tokenAt(context, offset) ?? {};
  return `${lead}${core}${trail}`;
};

/** Whether a range can begin or end with it: a number, the half of a day, a day, a month. */
const isEnd = (context: Context, offset: number): boolean => {
  const { core = "" } = tokenAt(context, offset) ?? {};
  return /\d/.test(core) || half.test(core) || fullName(core, context.language) !== null;
};

/** Nothing but the dot of an abbreviation is between this and what comes before. */
const isJoined = (context: Context): boolean => {
  const { trail = "!", space = "", core = "" } = tokenAt(context, -1) ?? {};
  const isOpen = trail === "" || (trail === "." && !/\d/.test(core)) || (/^['"]$/.test(trail) && /\d$/.test(core));
  return isOpen && !space.includes("\n");
};

/** With `=` behind, a cross is a product. */
const isProduct = (context: Context): boolean => [2, 4].some((offset) => wordAt(context, offset) === "=");

const operator = /^[=+×÷*√]$/u;
const farthest = 4;

/** With another operator in the clause, a dash is a minus. */
function isSum(context: Context): boolean {
  for (const step of [1, -1]) {
    for (let offset = step; Math.abs(offset) <= farthest; offset += step) {
      if (operator.test(wordAt(context, offset))) return true;
      if (/[,;:!?।]/u.test(tokenAt(context, offset)?.trail ?? ",")) break;
    }
  }
  return false;
}

const isMeasured = (context: Context): boolean => {
  const { core = "", trail = "" } = tokenAt(context, -1) ?? {};
  return /^['"]/.test(trail) || /^\d[\d.,]*\p{L}/u.test(core) || ratioNamesOf(core, context.language) !== null;
};

/** `x - y` */
const isVariable = (context: Context, offset: number): boolean =>
  /^[b-hj-z]$/.test(tokenAt(context, offset)?.core ?? "");

/** `press * to` */
const isAmongWords = (context: Context): boolean =>
  /^\p{L}/u.test(tokenAt(context, -1)?.core ?? "") && /^\p{Ll}/u.test(wordAt(context, 1));

function nameOf(sign: string, context: Context): string | null {
  const { names } = context.language;
  const numbers = /\d/.test(tokenAt(context, -1)?.core ?? "") && /^[^\p{L}]*\d/u.test(wordAt(context, 1));
  const measured = isMeasured(context) && /^\d/.test(wordAt(context, 1));
  if (sign === "/") return numbers ? (names.signs["÷"] ?? null) : "–";
  if (sign === "*" && numbers) return names.signs["×"] ?? null;
  if (sign === "*") return context.language.tag === "en" && isAmongWords(context) ? "star" : null;
  if (crossing.test(sign)) {
    if (!numbers && !measured) return null;
    const isScore =
      context.language.tag === "pt" && /^\d\d?$/.test(tokenAt(context, -1)?.core ?? "") && !isProduct(context);
    if (isScore && /^\d\d?$/.test(tokenAt(context, 1)?.core ?? "")) return names.to;
    return isProduct(context) || (sign === "×" && !measured) ? (names.signs["×"] ?? null) : names.by;
  }
  if (sign === "−") return names.minus;
  if (dash.test(sign) && isVariable(context, -1) && isVariable(context, 1)) return names.minus;
  if (!dash.test(sign) || !isEnd(context, -1) || !isEnd(context, 1)) return null;
  if (isSum(context)) return names.minus;
  return /^[\p{Ll}]/u.test(wordAt(context, 1)) ? null : names.to;
}

/** Signs that stand alone: `Dec 26 - Jan 2`, `20 / 4`, `5 * 3`, `25 m × 10 m`. */
export const readLoneSign: Reader = (context) => {
  const sign = wordAt(context, 0);
  if (sign.length !== 1 || tokenAt(context, 1) === undefined || !isJoined(context)) return null;
  const said = nameOf(sign, context);
  return said === null ? null : { said, used: 1, lead: "", trail: "" };
};
