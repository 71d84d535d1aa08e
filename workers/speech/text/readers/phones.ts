import { digitByDigit } from "#workers/speech/text/numbers.ts";
import { type Context, type Reader, tokenAt } from "#workers/speech/text/reading.ts";

const fewestDigits = 7;
const mostDigits = 15;
const mostWords = 8;

const digitsOf = (text: string): string => text.replaceAll(/\D/g, "");

/** Groups of digits with hyphens, dots or parentheses between. */
const piece = /^\+?\(?\d{1,15}\)?(?:[-.‑–]\(?\d{1,15}\)?){0,5}$/u;

/** The words of digits in a row from here, with single blanks between. */
function rowAt(context: Context): readonly string[] {
  const row: string[] = [];
  for (let at = 0; at < mostWords; at += 1) {
    const token = tokenAt(context, at);
    const trail = token?.lead === "(" && token.trail === ")" ? ")" : "";
    if (token === undefined || !piece.test(token.core) || (at > 0 && token.core.startsWith("+"))) break;
    if (token.lead !== "" && token.lead !== "(") break;
    row.push(token.core);
    if (token.trail !== trail || token.space !== " ") break;
  }
  return row;
}

const groupsOf = (row: readonly string[]): readonly string[] =>
  row.flatMap((word) => word.split(/\D+/).filter(Boolean));

/** The group lengths of numbers that begin with zero. */
const zeroShapes: ReadonlySet<string> = new Set(["3 8", "4 7", "3 7", "5 7", "5 6", "4 6", "2 8"]);

/** In Spain and Italy; elsewhere these may be amounts. */
const southernShapes: ReadonlySet<string> = new Set(["2 3 2 2", "3 2 2 2", "3 3 3", "3 3 2 2"]);

/** Shapes of a phone number, as the lengths of its groups. */
const shapes: ReadonlySet<string> = new Set([
  "3 4",
  "3 3 4",
  "5 5",
  "4 6",
  "5 6",
  "4 3 4",
  "4 3 3",
  "1 3 3 4",
  "1 3 4",
]);

function isPhone(row: readonly string[], isInParentheses: boolean, tag: string): boolean {
  const [first = ""] = row;
  const groups = groupsOf(row);
  const count = digitsOf(row.join("")).length;
  if (count < fewestDigits || count > mostDigits) return false;
  if (first.startsWith("+") || isInParentheses) return true;
  if (groups.length === 1) return count >= 10 || first.startsWith("0");
  if (row.some((word) => word.includes(".")))
    return shapes.has(groups.map(({ length }) => length).join(" ")) && count >= 10;
  const startsWithZero = first.startsWith("0") && !first.includes("-");
  const shape = groups.map(({ length }) => length).join(" ");
  const isZeroShape = first.startsWith("0") && zeroShapes.has(shape);
  return (
    startsWithZero || isZeroShape || shapes.has(shape) || ((tag === "es" || tag === "it") && southernShapes.has(shape))
  );
}

/** `555-0199`, `(555) 555-0199`, `+91 98765 43210`, `06 12 34 56 78`: digit by digit, with a pause between the groups. */
export const readPhone: Reader = (context) => {
  const row = rowAt(context);
  const isInParentheses = tokenAt(context)?.lead === "(" && tokenAt(context)?.trail === ")";
  // The longest row that is a number: another one may follow.
  for (let used = row.length; used > 0; used -= 1) {
    const words = row.slice(0, used);
    if (!isPhone(words, isInParentheses && used > 1, context.language.tag)) continue;
    const said = groupsOf(words)
      .map((group) => digitByDigit(group, context.language))
      .join(", ");
    const plus = words[0]?.startsWith("+") ? `${context.language.names.signs["+"] ?? ""} ` : "";
    const { lead = "" } = tokenAt(context) ?? {};
    const isOpen = isInParentheses && used > 1;
    return { said: `${plus}${said}`, used, lead: isOpen ? lead.slice(0, -1) : lead };
  }
  return null;
};
