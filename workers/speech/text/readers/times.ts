import type { SpokenTime } from "#workers/speech/text/language.ts";
import { parseNumber, sayNumber } from "#workers/speech/text/numbers.ts";
import {
  coreAfter,
  type Context,
  type Reader,
  type Reading,
  tokenAt,
  wordBefore,
} from "#workers/speech/text/reading.ts";

type Half = "am" | "pm";

const halves: ReadonlyMap<string, Half> = new Map([
  ["am", "am"],
  ["a.m", "am"],
  ["pm", "pm"],
  ["p.m", "pm"],
]);

const halfOf = (word: string): Half | null => halves.get(word.toLowerCase()) ?? null;

/** `7:30`, `19h05`, `19h`, `7:30pm`, `7pm`; `7.30` where the half of the day is with it, in this word or the next. */
function clockOf(core: string, next: Half | null, isDotted = false): SpokenTime | null {
  const [, hours = "", sign, minutes = "", end = ""] =
    /^(\d{1,2})(?:([:h.])([0-5]\d)?)?(am|pm|a\.m|p\.m)?$/i.exec(core) ?? [];
  const half = halfOf(end);
  if (hours === "" || Number(hours) > 24 || (sign !== "h" && sign !== undefined && minutes === "")) return null;
  const isBare = sign === undefined || (sign === "." && !isDotted);
  if (isBare && half === null && next === null) return null;
  return { hour: Number(hours), minute: Number(minutes), half };
}

/** The dot of `p.m.` is there already, or belongs to the abbreviation that is gone, unless the sentence ends with it. */
function trailOf(said: string, context: Context, used: number): string {
  const { core = "", trail = "" } = tokenAt(context, used - 1) ?? {};
  const isDotted = trail.startsWith(".") && (said.endsWith(".") || core.toLowerCase().endsWith(".m"));
  if (!isDotted) return trail;
  const next = tokenAt(context, used);
  const isEnd = !said.endsWith(".") && (next === undefined || /^\p{Lu}/u.test(next.core));
  return `${isEnd ? "." : ""}${trail.slice(1)}`;
}

/** The number `15.30` after one of these is a time. */
const dottedTimes: ReadonlySet<string> = new Set([
  "it alle",
  "it dalle",
  "it ore",
  "es las",
  "pt às",
  "de um",
  "de ab",
  "de bis",
  "de gegen",
  "de von",
]);

const partsOfDay: ReadonlySet<string> = new Set(["सुबह", "दोपहर", "शाम", "रात"]);

/** `बजकर तीस मिनट` needs one of these behind it, but at the end. */
const postpositions: ReadonlySet<string> = new Set(["", ..."पर से तक के का की को तो".split(" ")]);

/** Words behind which `10:12` is a ratio or a result. */
const wordsBeforeRatios: ReadonlySet<string> = new Set(
  "maßstab verhältnis seitenverhältnis format bildformat gewann gewannen verlor verloren siegte siegten unterlag unterlagen".split(
    " ",
  ),
);
const wordsBetween: ReadonlySet<string> = new Set(["von", "mit", "im"]);

/** Tells whether a word before says that it is no time, as in `im Verhältnis von 10:12` and `es steht 10:12`. */
function isBehindRatioWord(context: Context): boolean {
  const word = wordBefore(context);
  const earlier = wordBefore({ ...context, index: context.index - 1 });
  return (
    wordsBeforeRatios.has(word) ||
    (wordsBetween.has(word) && wordsBeforeRatios.has(earlier)) ||
    (word === "steht" && earlier === "es")
  );
}

/** German: `3:1`, `16:9`, `1:25.000`; two digits of minutes are a time where no word before tells. */
export const readRatio: Reader = (context) => {
  const { language } = context;
  const core = tokenAt(context)?.core ?? "";
  const [, left = "", right = ""] = /^(\d{1,3}(?:,\d{1,2})?):(\d[\d.]{0,9}(?:,\d{1,2})?)$/.exec(core) ?? [];
  if (language.tag !== "de" || left === "") return null;
  const mayBeTime = /^\d{1,2}:[0-5]\d$/.test(core) && parseInt(left, 10) <= 24;
  if (mayBeTime && (coreAfter(context, 1) === "Uhr" || !isBehindRatioWord(context))) return null;
  const sides = [left, right].map((side) => parseNumber(side, language));
  if (!sides.every((side) => side !== null)) return null;
  return { said: sides.map((side) => sayNumber(side, language)).join(` ${language.names.over} `), used: 1 };
};

/** `15:30 h`, which says no more. */
const isHourSign = (context: Context): boolean =>
  context.language.tag !== "en" && /^(?:h|hs|hrs|Uhr)$/.test(coreAfter(context, 1));

/** `बजे` behind a time is said with it. */
export const readTime: Reader = (context) => {
  const { language } = context;
  const next = halfOf(coreAfter(context, 1));
  const core = tokenAt(context)?.core ?? "";
  const isDotted = dottedTimes.has(`${language.tag} ${wordBefore(context)}`) || coreAfter(context, 1) === "Uhr";
  const clock = clockOf(core, next, isDotted);
  if (clock === null) return readTimeRange(context);
  // `19:05 am` is not of the morning, and `19 am` no time.
  const isNext = clock.half === null && next !== null && clock.hour >= 1 && clock.hour <= 12;
  const half = clock.half ?? (isNext ? next : null);
  if ((half !== null && clock.hour > 12) || (half === null && !isDotted && /^[\d.]+$/.test(core))) return null;
  const isDoubled = half === null && language.tag === "hi" && coreAfter(context, 1) === "बजे";
  const hasHours = clock.minute > 0 || language.tag === "de";
  const isHours = half === null && hasHours && tokenAt(context)?.trail === "" && isHourSign(context);
  const used = isNext || isDoubled || isHours ? 2 : 1;
  const needsAt = isDoubled && clock.minute > 0 && !postpositions.has(coreAfter(context, 2));
  const time = language.time({ ...clock, half });
  // `रात 11:59 PM`
  const isSaid = partsOfDay.has(wordBefore(context)) && half !== null;
  const said = `${isSaid ? time.replace(/^\S+ /u, "") : time}${needsAt ? " पर" : ""}`;
  return { said, used, trail: trailOf(said, context, used) };
};

/** `9:00–17:30`, `9:00-5:00 p.m.`. */
function readTimeRange(context: Context): Reading | null {
  const token = tokenAt(context);
  const [from = "", to = "", ...more] = token?.core.split(/[-–—]/u) ?? [];
  const next = halfOf(coreAfter(context, 1));
  const right = clockOf(to, next);
  const left = clockOf(from, right?.half ?? next);
  if (token === undefined || left === null || right === null || more.length > 0) return null;
  const tokens = [{ ...token, core: to }, ...context.tokens.slice(context.index + 1, context.index + 3)];
  const reading = readTime({ ...context, tokens, index: 0 });
  const { language } = context;
  const said = /^\d+$/.test(from) ? language.cardinal(String(left.hour)) : language.time(left);
  return reading && { ...reading, said: `${said} ${language.names.to} ${reading.said}` };
}
