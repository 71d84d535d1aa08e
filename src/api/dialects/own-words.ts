import { z } from "zod";
import { keyTerms } from "#src/api/speech/own-words-fields.ts";
import { valueError } from "#src/api/validation/fault.ts";
import { accept, field, refuse } from "#src/api/validation/field.ts";
import { list } from "#src/api/validation/list.ts";
import { parseText, textKeywords } from "#src/api/validation/text.ts";
import { faultOfTerm, keyTermBounds, type Replacement, replacementBounds } from "#src/domain/speech/own-words.ts";
import { isUnset } from "./ignored-options.ts";

/** Values that stand for an option that was not set are left out. */
const withoutUnset = (raw: unknown): unknown =>
  Array.isArray(raw) ? raw.filter((one) => typeof one !== "string" || !isUnset(one)) : raw;

/** The key terms that a vendor's client sends as repeated fields. */
export const vendorTerms = () => z.preprocess(withoutUnset, keyTerms());

/** Deepgram lets an intensifier follow a keyword: `Kokoro:2`, `Kokoro:-1.5`. */
const boosted = /^(?<term>.*?)(?::(?<boost>[+-]?\d+(?:\.\d+)?))?$/su;
const partsOf = (keyword: string) => boosted.exec(keyword)?.groups ?? {};

/** A word with or without an intensifier. */
const keyword = field<string>(
  (raw) => {
    const parsed = parseText(raw);
    if (!parsed.ok) return parsed;
    const fault = faultOfTerm(partsOf(parsed.value)["term"] ?? "");
    return fault === null ? parsed : refuse(valueError(fault));
  },
  textKeywords({ min: 1 }),
);

export const keywords = () => z.preprocess(withoutUnset, list(keyword, { max: keyTermBounds.terms }));

/** The terms among keywords: all but those with a negative intensifier, which are not to be heard. */
export const termsOfKeywords = (all: readonly string[]): readonly string[] =>
  all.map(partsOf).flatMap(({ term = "", boost = "0" }) => (Number(boost) < 0 ? [] : [term.trim()]));

/** `from:to`; nothing behind the colon takes the words out. */
const replacementText = field<string>(
  (raw) => {
    const parsed = parseText(raw, { max: 2 * replacementBounds.length + 1 });
    if (!parsed.ok) return parsed;
    const { from, to } = replacementOf(parsed.value);
    if (!/[\p{L}\p{N}]/u.test(from)) return refuse(valueError("what is replaced needs a letter or a digit"));
    const { length } = replacementBounds;
    return [...from].length > length || [...to].length > length
      ? refuse(valueError(`each side has at most ${length} characters`))
      : accept(parsed.value);
  },
  textKeywords({ min: 1 }),
);

export const replacementTexts = () =>
  z.preprocess(withoutUnset, list(replacementText, { max: replacementBounds.count }));

/** The first colon parts both sides. */
export function replacementOf(written: string): Replacement {
  const [from = "", ...to] = written.split(":");
  return { from: from.trim(), to: to.join(":").trim() };
}

/** Words to search for. */
export const searchTexts = (item: z.ZodType<string>, max: number) => z.preprocess(withoutUnset, list(item, { max }));

const startsWithCapital = /^\p{P}*\p{Lu}/u;
const hasInnerCapitalOrDigit = /^\p{P}*\p{L}.*[\p{Lu}\p{N}]/u;
const isNameLike = (word: string): boolean => startsWithCapital.test(word) || hasInnerCapitalOrDigit.test(word);
const inner = /[\p{L}\p{N}]/u;

/** A word or a run of them without the signs around it. */
function withoutEdges(text: string): string {
  const letters = [...text];
  const from = letters.findIndex((letter) => inner.test(letter));
  return from === -1 ? "" : letters.slice(from, letters.findLastIndex((letter) => inner.test(letter)) + 1).join("");
}

/**
 * The key terms of a prompt: runs of words that begin with a capital or have a capital or a figure in them. The first word of a
 * sentence alone is none, unless the sentence is nothing else, as in a list of names.
 */
export function termsOfPrompt(prompt: string): readonly string[] {
  const sentences = prompt.split(/(?<=[.!?;:])\s+|[\n,]+/u);
  const found = sentences.flatMap((sentence) => {
    const words = sentence.split(/\s+/u).filter((word) => inner.test(word));
    const runs: string[][] = [];
    for (const [at, word] of words.entries()) {
      if (!isNameLike(word)) continue;
      const isNext = at > 0 && isNameLike(words[at - 1] ?? "");
      if (isNext) runs.at(-1)?.push(word);
      else runs.push([word]);
    }
    const first = runs[0];
    const isPlainStart = first?.length === 1 && first[0] === words[0] && !hasInnerCapitalOrDigit.test(first[0] ?? "");
    return isPlainStart && words.length > 1 ? runs.slice(1) : runs;
  });
  const terms = found.map((run) => withoutEdges(run.join(" ")));
  return [...new Set(terms)].filter((term) => faultOfTerm(term) === null).slice(0, keyTermBounds.terms);
}
