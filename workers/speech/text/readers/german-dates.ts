import { monthNumbers } from "#workers/speech/text/names-of-intl.ts";
import { type Context, type Reader, tokenAt, wordBefore } from "#workers/speech/text/reading.ts";
import { fullYear, isDay, isMonth } from "./dates.ts";

/** Words before an ordinal, by its ending. */
const withN: ReadonlySet<string> = new Set(
  "am dem den des vom zum zur im beim ab seit bis einem einen einer eines diesem diesen dieser jedem jeden meinem meinen meiner deinem deinen seinem seinen seiner ihrem ihren ihrer unserem unseren unserer keinem keinen".split(
    " ",
  ),
);
const withE: ReadonlySet<string> = new Set(
  "der die das eine jede jeder diese seine ihre meine deine unsere keine".split(" "),
);
const withR: ReadonlySet<string> = new Set("als ein kein mein dein sein ihr unser und oder ist wird wurde".split(" "));

const months = monthNumbers("de");
const monthOf = (word: string): number | null => months.get(word.toLowerCase().replace(".", "")) ?? null;

/** `vierundzwanzigsten` behind `am`, `vierundzwanzigste` behind `der`, else `vierundzwanzigster`. */
function ordinalIn(context: Context, digits: string, before = wordBefore(context)): string {
  const ending = withN.has(before) ? "ten" : withE.has(before) ? "te" : "ter";
  return context.language.ordinal(String(Number(digits)), ending);
}

const monthName = ({ language }: Context, month: number): string =>
  language.date({ day: "1", month, year: null }).split(" ")[1] ?? "";

/** The word before, where the name of a weekday and a comma may be between: `am Montag, 3. Mai`. */
function wordBeforeDate(context: Context): string {
  const own = wordBefore(context);
  if (withN.has(own) || withE.has(own)) return own;
  const { core = "", trail = "" } = tokenAt(context, -1) ?? {};
  const isWeekday = /(?:tag|woch|abend)$/u.test(core.toLowerCase()) && /^,?$/.test(trail);
  return isWeekday ? (tokenAt(context, -2)?.core.toLowerCase() ?? own) : own;
}

/** German: `24.12.2024`, `24.12.`. */
const readDateInFigures: Reader = (context) => {
  const { core = "", trail = "" } = tokenAt(context) ?? {};
  const [, day = "", month = "", year] = /^(\d{1,2})\.(\d{1,2})(?:\.(\d{4}|\d\d))?$/.exec(core) ?? [];
  if (!isDay(day) || !isMonth(month) || (year === undefined && !trail.startsWith("."))) return null;
  const { language } = context;
  const said = [ordinalIn(context, day, wordBeforeDate(context)), monthName(context, Number(month))];
  if (year !== undefined) return { said: [...said, language.year(fullYear(year))].join(" "), used: 1 };
  const next = tokenAt(context, 1);
  const isEnd = next === undefined || tokenAt(context)?.space.includes("\n") === true;
  return { said: said.join(" "), used: 1, trail: `${isEnd ? "." : ""}${trail.slice(1)}` };
};

/** Words behind which a number with a dot is a day, at the end of a sentence, too. */
const daysBefore: ReadonlySet<string> = new Set(["am", "vom", "zum", "den"]);
const sentenceStarts: ReadonlySet<string> = new Set(
  "Das Der Die Dann Da Es Er Sie Wir Ich Ihr Und Aber Doch Danach Heute Jetzt So".split(" "),
);

const mayFollow = /^\p{L}/u;

/** German: `am 5.`, `2. Gast`, `am 3. Mai 2024`, `der 1. und 2. Platz`; at the end of a sentence `2.` is a number. */
const readDottedOrdinal: Reader = (context) => {
  const { core = "", trail = "", space = "" } = tokenAt(context) ?? {};
  const next = tokenAt(context, 1);
  if (!/^[1-9]\d{0,2}$/.test(core) || trail !== ".") return null;
  const before = wordBeforeDate(context);
  if (next === undefined || space.includes("\n"))
    return daysBefore.has(before) && isDay(core) ? { said: ordinalIn(context, core, before), used: 1 } : null;
  if (!mayFollow.test(next.core) || next.lead !== "") return null;
  // `Er wurde 3. Das freut uns.`
  if (withR.has(before) && sentenceStarts.has(next.core)) return { said: ordinalIn(context, core, before), used: 1 };
  const isOrdinal =
    monthOf(next.core) !== null ||
    /^\p{Ll}/u.test(next.core) ||
    [withN, withE, withR].some((words) => words.has(before));
  return isOrdinal ? { said: ordinalIn(context, core, before), used: 1, trail: "" } : null;
};

/** German: `1990er Jahre`, `die 2000er`, `in den 1920ern`, `1980er-Jahre`. */
const readDecade: Reader = (context) => {
  const [, digits = "", ending = ""] =
    /^(1[1-9]\d\d|20\d\d)(er[ns]?(?:-\p{L}{1,30})?)$/u.exec(tokenAt(context)?.core ?? "") ?? [];
  return digits === "" ? null : { said: `${context.language.year(digits)}${ending}`, used: 1 };
};

export const readGermanDate: Reader = (context) =>
  context.language.tag === "de"
    ? (readDateInFigures(context) ?? readDottedOrdinal(context) ?? readDecade(context))
    : null;
