import type { NounForms, SpokenLanguage } from "#workers/speech/text/language.ts";
import { valueOf, type WrittenNumber } from "#workers/speech/text/numbers.ts";
import { coreAfter, type Context, wordBefore } from "#workers/speech/text/reading.ts";

export const formOf = ([one, many]: NounForms, number: WrittenNumber): string => (valueOf(number) === 1 ? one : many);

/** Words in small letters that begin no noun. */
const noNouns: ReadonlySet<string> = new Set(
  "and or but for to in on of at per a an the each from with by is was are were more less off now then if as than over if when while".split(
    " ",
  ),
);

/** English: `a $5 bill`, `a 5 km run`, in so many words. */
export function isBeforeNoun(context: Context, used: number): boolean {
  const next = coreAfter({ ...context, index: context.index + used - 1 }, 1);
  const isBefore = ["a", "an", "another"].includes(wordBefore(context)) && /^\p{L}{2,}$/u.test(next);
  return context.language.tag === "en" && isBefore && !noNouns.has(next.toLowerCase());
}

/** Romance languages count `millions de personnes` behind whole millions; elsewhere a blank is between a number and its noun. */
export function joinToNoun({ whole, fraction }: WrittenNumber, noun: string, { tag, names }: SpokenLanguage): string {
  const isWholeMillions = fraction === null && whole.length <= 12 && /^[1-9]\d{0,5}0{6}$/.test(whole);
  if (!isWholeMillions || names.of === "" || noun === names.of) return " ";
  return tag === "fr" && /^[aeiouéèêh]/u.test(noun) ? " d'" : ` ${names.of} `;
}
