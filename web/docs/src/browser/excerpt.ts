import { partsOf, stemOf } from "./words.ts";

/** A word of an excerpt, or what stands between two words. */
export interface ExcerptPart {
  readonly text: string;
  /** True for a word of the question. */
  readonly isMatch: boolean;
}

/** Characters of an excerpt at most, and those of them before the first word of the question. */
const [excerptLength, leadLength] = [160, 50];

/** The words of a text, and what stands between them. */
function partsIn(text: string, stems: ReadonlySet<string>): readonly ExcerptPart[] {
  const isMatch = (word: string): boolean => [word, ...partsOf(word)].some((one) => stems.has(stemOf(one)));
  return text
    .split(/([\p{L}\p{N}_]+)/u)
    .filter((part) => part !== "")
    .map((part) => ({ text: part, isMatch: isMatch(part.toLowerCase()) }));
}

/** A long sentence without its beginning and its end, so that it shows the first word of the question. */
function shortened(sentence: string, stems: ReadonlySet<string>): string {
  if (sentence.length <= excerptLength) return sentence;
  const parts = partsIn(sentence, stems);
  const before = parts.slice(
    0,
    Math.max(
      0,
      parts.findIndex(({ isMatch }) => isMatch),
    ),
  );
  const from = before.map(({ text }) => text).join("").length - leadLength;
  const tail = from <= 0 ? sentence : `… ${sentence.slice(from).replace(/^\S*\s+/, "")}`;
  return tail.length <= excerptLength ? tail : `${tail.slice(0, excerptLength).replace(/\s+\S*$/, "")} …`;
}

/** The sentence of a text that has most words of the question, which are marked. */
export function excerptOf(text: string, stems: ReadonlySet<string>): readonly ExcerptPart[] {
  // A dot within a number or a name ends no sentence.
  const sentences = text.split(/(?<=[.!?])\s+|\n/).map((sentence) => sentence.trim());
  const worth = (sentence: string): number =>
    new Set(partsIn(sentence, stems).flatMap(({ text: word, isMatch }) => (isMatch ? stemOf(word.toLowerCase()) : [])))
      .size;
  const best = sentences.reduce((chosen, one) => (worth(one) > worth(chosen) ? one : chosen));
  return partsIn(shortened(best, stems), stems);
}
