import type { SpokenLanguage } from "#workers/speech/text/language.ts";
import { unitNames } from "#workers/speech/text/names-of-intl.ts";
import { parseNumber, sayNumber } from "#workers/speech/text/numbers.ts";
import {
  coreAfter,
  type Context,
  type Reader,
  type Reading,
  tokenAt,
  wordBefore,
} from "#workers/speech/text/reading.ts";
import { ratioNamesOf } from "#workers/speech/text/unit-names.ts";

const bare = (digits: string): string => String(Number(digits));

const counted = (digits: string, unit: string, language: SpokenLanguage): string => {
  const [one, many] = unitNames(language.tag, unit);
  const noun = Number(digits) === 1 ? one : many;
  return `${language.cardinal(bare(digits), { noun })} ${noun}`;
};

const lookBehind = 40;

/** Whether the quotation mark behind closes a quotation that began before it. */
function isQuoted(context: Context, mark: string): boolean {
  const { tokens, index } = context;
  if (tokens[index]?.lead.includes(mark) === true) return true;
  const before = tokens.slice(Math.max(0, index - lookBehind), index);
  const marks = before.flatMap(({ lead, trail }) => [...lead, ...trail]).filter((sign) => sign === mark);
  // The mark after a digit is that of a different measure.
  const measures = before.filter(({ core, trail }) => /\d$/.test(core) && trail.startsWith(mark));
  return (marks.length - measures.length) % 2 === 1;
}

/** `5'11"` and `5'11`. */
function readFeetAndInches(context: Context): Reading | null {
  const { language } = context;
  const { core = "", trail = "" } = tokenAt(context) ?? {};
  const [, feet = "", inches = ""] = /^(\d{1,2})['’](\d{1,2})$/.exec(core) ?? [];
  if (feet === "") return null;
  const said =
    language.tag === "en"
      ? `${language.cardinal(bare(feet))} foot ${language.cardinal(bare(inches))}`
      : `${counted(feet, "foot", language)} ${counted(inches, "inch", language)}`;
  return { said, used: 1, trail: trail.replace(/^["”]/u, "") };
}

/** `6'`, `15"`; a fraction is read by itself. */
function readMarked(context: Context): Reading | null {
  const { language } = context;
  const { core = "", trail = "", lead = "" } = tokenAt(context) ?? {};
  const mark = trail.charAt(0);
  if (!/^\d{1,3}(?:\.\d{1,2}|\/\d{1,2})?$/.test(core) || (mark !== "'" && mark !== '"') || /['"]/.test(lead))
    return null;
  // Elsewhere it is a minute.
  const isFoot = language.tag === "en" || language.tag === "hi";
  if ((mark === "'" && !isFoot) || isQuoted(context, mark)) return null;
  const [one, many] = unitNames(language.tag, mark === "'" ? "foot" : "inch");
  const number = parseNumber(core, language);
  const [above = "", below = ""] = core.split("/");
  const amount = number === null ? language.fraction(above, below) : sayNumber(number, language);
  if (amount === null) return null;
  return { said: `${amount} ${core === "1" || number === null ? one : many}`, used: 1, trail: trail.slice(1) };
}

/** `5'11"`, `6'`, `15"`. */
export const readLength: Reader = (context) => readFeetAndInches(context) ?? readMarked(context);

const unitsOfTime = { h: "hour", m: "minute", min: "minute", s: "second" } as const;

const unitOfTime = (sign: string) =>
  sign === "h" || sign === "m" || sign === "min" || sign === "s" ? unitsOfTime[sign] : "minute";

/** `1h45min` and `1h 45min`, which are no times in any language. */
function readHoursAndMinutes(context: Context): Reading | null {
  const { language } = context;
  const [first, next] = [tokenAt(context)?.core ?? "", coreAfter(context, 1)];
  const [, hours = "", minutes = ""] = /^(\d{1,3})h(?:(\d{1,2})min)?$/.exec(first) ?? [];
  const [, behind = ""] = /^(\d{1,2})min$/.exec(next) ?? [];
  const rest = minutes === "" ? behind : minutes;
  if (hours === "" || rest === "") return null;
  const said = [counted(hours, "hour", language), language.names.signs["&"], counted(rest, "minute", language)];
  return { said: said.join(" "), used: minutes === "" ? 2 : 1 };
}

/** English only: `1h 20m`, `2h30m`, `45m 10s`, and `3h`. */
export const readDuration: Reader = (context) => {
  const { language } = context;
  const core = tokenAt(context)?.core ?? "";
  if (language.tag !== "en") return readHoursAndMinutes(context);
  const [, first = "", unit = "", second = "", rest = ""] = /^(\d{1,3})(h|m)(?:(\d{1,2})(m|min|s)?)?$/.exec(core) ?? [];
  if (first === "") return null;
  const head = counted(first, unitOfTime(unit), language);
  if (second !== "") return { said: `${head} ${counted(second, unitOfTime(rest), language)}`, used: 1 };
  const [, next = "", sign = ""] = /^(\d{1,2})(m|min|s)$/.exec(coreAfter(context, 1)) ?? [];
  if (next !== "" && sign !== unit) return { said: `${head} ${counted(next, unitOfTime(sign), language)}`, used: 2 };
  return unit === "h" ? { said: head, used: 1 } : null;
};

/** `2:01:09`, of the day or of a race. */
export const readSeconds: Reader = (context) => {
  const { language } = context;
  const [, hour = "", minute = "", second = ""] =
    /^(\d{1,2}):([0-5]\d):([0-5]\d)$/.exec(tokenAt(context)?.core ?? "") ?? [];
  if (hour === "" || Number(hour) > 24) return null;
  const time = language.time({ hour: Number(hour), minute: Number(minute), half: null });
  return { said: `${time} ${language.names.signs["&"] ?? ""} ${counted(second, "second", language)}`, used: 1 };
};

const mathematical = /^[-+=*/<>≤≥×÷−]/u;

/** `1920x1080`, `4x4x2`; `24x7`; `10x` as often. */
export const readTimes: Reader = (context) => {
  const { language } = context;
  const core = tokenAt(context)?.core ?? "";
  if (/^24[x×]7$/u.test(core)) return { said: `${language.cardinal("24")} ${language.cardinal("7")}`, used: 1 };
  if (/^\d{1,5}(?:[.,]\d{1,2})?(?:[x×]\d{1,5}(?:[.,]\d{1,2})?){1,3}$/u.test(core)) {
    const sides = core.split(/[x×]/u).map((side) => parseNumber(side, language));
    if (!sides.every((side) => side !== null)) return null;
    // `3x1` is how a match ended.
    const joint = language.tag === "pt" && core.length === 3 ? language.names.to : language.names.by;
    return { said: sides.map((side) => sayNumber(side, language)).join(` ${joint} `), used: 1 };
  }
  const [, count = "", period = ""] = /^(\d{1,3})[x×]\/(\p{L}{1,12})$/u.exec(core) ?? [];
  if (count !== "") {
    const { signs, per } = language.names;
    return { said: [language.cardinal(bare(count)), signs["×"], per, period].join(" "), used: 1 };
  }
  const [, often = ""] = /^(\d{1,4}(?:\.\d{1,2})?)[x×]$/u.exec(core) ?? [];
  const [before, next] = [tokenAt(context, -1)?.core ?? "", tokenAt(context, 1)];
  if (often === "" || mathematical.test(before) || mathematical.test(next?.core ?? "")) return null;
  const number = parseNumber(often, language);
  return number && { said: `${sayNumber(number, language)} ${language.names.signs["×"] ?? ""}`, used: 1 };
};

const fraction = /^\d{1,2}\/\d{1,2}$/;

/** A unit behind what is no plain number: `3/4 kg`, `3/4 de kg`, `510 million km²`, `10^8 m/s`, `5 ft 7 in`. */
export const readLoneUnit: Reader = (context) => {
  const { language } = context;
  const [core, before, earlier] = [0, -1, -2].map((offset) => tokenAt(context, offset)?.core ?? "");
  if (core === undefined || before === undefined || earlier === undefined) return null;
  const isOpen = core.includes("/") || tokenAt(context, -1)?.trail === "";
  if (!isOpen || tokenAt(context)?.lead !== "") return null;
  const names = ratioNamesOf(core, language);
  if (names === null) return null;
  if (core.includes("/") && /^\p{Ll}/u.test(core) && !/\d$/.test(before)) return { said: names[1], used: 1 };
  const isShare = fraction.test(before) || (["de", "di"].includes(before) && fraction.test(earlier));
  // `2 1/2 kg`
  if (isShare) return { said: names[fraction.test(before) && /^\d+$/.test(earlier) ? 1 : 0], used: 1 };
  const isScale = Object.hasOwn(language.scales, before.toLowerCase()) && /\d$/.test(earlier);
  return isScale || /\^[-−]?\d+$|^\d+\/\d{2,}$/u.test(before) ? { said: names[1], used: 1 } : null;
};

const sizes: ReadonlySet<string> = new Set(["", "tall", "long", "wide", "high", "deep", "thick"]);

/** `9in` behind `5ft`, and `9 in tall`. */
function readInchesBehindFeet(context: Context): Reading | null {
  const isBehindFeet = /^(?:\d{1,3}(?:ft|foot|feet)|ft|feet|foot)$/.test(wordBefore(context));
  const [, inches = "", unit] = /^(\d{1,2})(in)?$/.exec(tokenAt(context)?.core ?? "") ?? [];
  const isApart = unit === undefined && coreAfter(context, 1) === "in" && sizes.has(coreAfter(context, 2));
  if (!isBehindFeet || (unit === undefined && !isApart)) return null;
  return { said: counted(inches, "inch", context.language), used: isApart ? 2 : 1 };
}

/** English: `5 ft 7 in`, `5ft 7in`, `12 in x 8 in`. */
export const readInches: Reader = (context) => {
  const { language } = context;
  const core = tokenAt(context)?.core ?? "";
  if (language.tag !== "en") return null;
  const behindFeet = readInchesBehindFeet(context);
  if (behindFeet !== null) return behindFeet;
  if (!/^\d{1,3}(?:\.\d{1,2})?$/.test(core) || coreAfter(context, 1) !== "in") return null;
  // With its dot it is an abbreviation.
  if (tokenAt(context, 1)?.trail.startsWith(".") === true && tokenAt(context, 2) !== undefined) return null;
  const isBehindFeet = /^(?:ft|feet|foot|['’])$/u.test(tokenAt(context, -1)?.core ?? "");
  const isSide = /^[x×]$/u.test(tokenAt(context, 2)?.core ?? "") || /^[x×]$/u.test(tokenAt(context, -1)?.core ?? "");
  const number = parseNumber(core, language);
  if ((!isBehindFeet && !isSide) || number === null) return null;
  return { said: `${sayNumber(number, language)} ${core === "1" ? "inch" : "inches"}`, used: 2 };
};
