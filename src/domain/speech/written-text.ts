import { pauseMark } from "./ssml/attributes.ts";

/** True for a text with something in it to speak. */
export const hasWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text.replaceAll(pauseMark, ""));

const sentences = new Intl.Segmenter("en", { granularity: "sentence" });
const endOfSentence = /[.!?…。！？।॥؟۔։።]["'”’»)\]]*\s*$/u;
/** `Dr.`, `St.`, `J.`: an initial or an abbreviation, unless it is a name at the end of a sentence. */
const abbreviation = /(?:^|[\s("'“‘])\p{Lu}\p{L}{0,3}\.\s*$/u;
/** Fewer characters are spoken with what follows: they have no melody. */
const shortest = 10;

/**
 * The number of UTF-16 units of a text, which is being written, that are whole sentences: each ends in a sign, and another one has
 * begun behind it. 0 where the first is not whole.
 */
export function completeLength(text: string): number {
  const found = [...sentences.segment(text)].slice(0, -1).map(({ index, segment }) => ({
    end: index + segment.length,
    isWhole: endOfSentence.test(segment) && !abbreviation.test(segment),
  }));
  return found.findLast(({ end, isWhole }) => isWhole && end >= shortest)?.end ?? 0;
}
