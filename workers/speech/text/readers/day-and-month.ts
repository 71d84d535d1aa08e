import { type Context, type Reader, tokenAt, wordBefore } from "#workers/speech/text/reading.ts";
import { inOrder, isMonth } from "./dates.ts";
import { fullName } from "./weekdays.ts";

const wordsBeforeDates: ReadonlySet<string> = new Set(["on", "due", "until", "till", "since", "dated"]);
/** Words of all languages that stand before a day, and those that stand before a score as well: `from 05/10 to 08/10`. */
const wordsBeforeDays: ReadonlySet<string> = new Set([
  ...wordsBeforeDates,
  ..."le jusqu'au el il entro em dia até hasta día am vom bis zum seit".split(" "),
]);
const wordsBeforeDaysAndScores: ReadonlySet<string> = new Set(
  "from by before after through between du au al del desde dal de".split(" "),
);
const wordsBetweenDates: ReadonlySet<string> = new Set("and or to & et y e und à a au al".split(" "));
/** Scores are out of these. */
const mostPoints: ReadonlySet<string> = new Set(["10", "20"]);
const lastMonth = 12;
/** `24/7`, formats of pictures and fractions of an inch. */
const usualRatio = /^(?:24\/7|16\/9|16\/10|\d{1,2}\/16)$/;

/** Tells whether the word before says that a pair of numbers with a zero is a day and a month, and no score or fraction. */
function isBehindWordOfDates(context: Context, second: string): boolean {
  const { core = "", trail = "" } = tokenAt(context, -1) ?? {};
  if (!/^[:,.]?$/.test(trail)) return false;
  const word = core.toLowerCase();
  if (fullName(core, context.language) !== null) return true;
  // `from 05/06 to 07/08`
  const isSecond = wordsBetweenDates.has(word) && /^\d{1,2}\/\d{1,2}$/.test(tokenAt(context, -2)?.core ?? "");
  const decisive = isSecond ? (tokenAt(context, -3)?.core.toLowerCase() ?? "") : word;
  if (trail !== "." && trail !== "," && wordsBeforeDays.has(decisive)) return true;
  return trail === "" && wordsBeforeDaysAndScores.has(decisive) && !mostPoints.has(second);
}

/**
 * `05/06` in the order of the context behind a word like `on`, and `12/25`, of which only one number can be a month, at the
 * end of a clause; other pairs are fractions, scores and ratios.
 */
export const readDayAndMonth: Reader = (context) => {
  const { core = "", trail = "" } = tokenAt(context) ?? {};
  const [, first = "", second = ""] = /^(\d{1,2})\/(\d{1,2})$/.exec(core) ?? [];
  if (first === "") return null;
  const isClauseEnd = trail !== "" || tokenAt(context, 1) === undefined;
  const isClear = Math.max(Number(first), Number(second)) > lastMonth && !usualRatio.test(core);
  const isInOrder = isMonth(context.dateOrder === "dmy" ? second : first);
  const isDate =
    (isClear && isClauseEnd && wordsBeforeDates.has(wordBefore(context))) ||
    (/^0|\/0/.test(core) && isInOrder && isBehindWordOfDates(context, second));
  const found = isDate ? inOrder(first, second, context) : null;
  if (found === null) return null;
  const [day, month] = found;
  return { said: context.language.date({ day: String(Number(day)), month: Number(month), year: null }), used: 1 };
};
