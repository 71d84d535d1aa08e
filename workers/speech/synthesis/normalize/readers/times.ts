import type { SpokenTime } from "#workers/speech/synthesis/normalize/language.ts";
import {
  coreAfter,
  type Context,
  type Reader,
  type Reading,
  tokenAt,
} from "#workers/speech/synthesis/normalize/reading.ts";

type Half = "am" | "pm";

const halves: ReadonlyMap<string, Half> = new Map([
  ["am", "am"],
  ["a.m", "am"],
  ["pm", "pm"],
  ["p.m", "pm"],
]);

const halfOf = (word: string): Half | null => halves.get(word.toLowerCase()) ?? null;

interface Clock extends Omit<SpokenTime, "half"> {
  readonly half: Half | null;
}

/** `7:30`, `19h05`, `19h`, `7:30pm`, `7pm`. */
function clockOf(core: string): Clock | null {
  const [, hours = "", sign, minutes = "", end = ""] =
    /^(\d{1,2})(?:([:h])([0-5]\d)?)?(am|pm|a\.m|p\.m)?$/i.exec(core) ?? [];
  const half = halfOf(end);
  if (hours === "" || Number(hours) > 24 || (sign === ":" && minutes === "") || (sign === undefined && half === null))
    return null;
  return { hour: Number(hours), minute: Number(minutes), half };
}

/** The half of the day in the next word: `p.m.`, where the dot of the abbreviation stays as punctuation. */
const nextHalf = (context: Context): Half | null => {
  const core = tokenAt(context)?.core ?? "";
  const hour = clockOf(core)?.hour ?? Number(core);
  return hour >= 1 && hour <= 12 ? halfOf(coreAfter(context, 1)) : null;
};

/** The dot of `p.m.` is there already, or belongs to the abbreviation that is gone, unless the sentence ends with it. */
function trailOf(said: string, context: Context, used: number): string {
  const { core = "", trail = "" } = tokenAt(context, used - 1) ?? {};
  const isDotted = trail.startsWith(".") && (said.endsWith(".") || core.toLowerCase().endsWith(".m"));
  if (!isDotted) return trail;
  const next = tokenAt(context, used);
  const isEnd = !said.endsWith(".") && (next === undefined || /^\p{Lu}/u.test(next.core));
  return `${isEnd ? "." : ""}${trail.slice(1)}`;
}

/** `बजे` behind a time is said with it. */
export const readTime: Reader = (context) => {
  const { language } = context;
  const core = tokenAt(context)?.core ?? "";
  const clock = clockOf(core);
  const half = clock?.half ?? nextHalf(context);
  if (clock === null && (half === null || !/^\d{1,2}$/.test(core))) return readTimeRange(context);
  const time: SpokenTime = { hour: clock?.hour ?? Number(core), minute: clock?.minute ?? 0, half };
  if (half !== null && time.hour > 12) return null;
  const isNext = half !== null && (clock === null || clock.half === null);
  const isDoubled = half === null && language.tag === "hi" && coreAfter(context, 1) === "बजे";
  const used = isNext || isDoubled ? 2 : 1;
  const said = language.time(time);
  return { said, used, trail: trailOf(said, context, used) };
};

/** `9:00–17:30`, `9:00-5:00 p.m.`. */
function readTimeRange(context: Context): Reading | null {
  const token = tokenAt(context);
  const [from = "", to = "", ...more] = token?.core.split(/[-–—]/u) ?? [];
  const [left, right] = [clockOf(from), clockOf(to)];
  if (token === undefined || left === null || right === null || more.length > 0) return null;
  const tokens = [{ ...token, core: to }, ...context.tokens.slice(context.index + 1, context.index + 3)];
  const reading = readTime({ ...context, tokens, index: 0 });
  const said = context.language.time(left);
  return reading && { ...reading, said: `${said} ${context.language.names.to} ${reading.said}` };
}
