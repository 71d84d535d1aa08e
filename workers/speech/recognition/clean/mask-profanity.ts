import type { RecognizedSegment } from "#workers/speech/engine.ts";
import type { FormattedWord } from "#workers/speech/recognition/format-transcript.ts";
import { profanities } from "./profanities.ts";

interface Maskable<Segment, Word> {
  readonly text: string;
  readonly segments: readonly Segment[];
  readonly words: readonly Word[];
}

/** A transcript in which each profanity of its languages is left its first letter: `f***`. Only whole words are looked up. */
export function maskTranscript<Segment extends RecognizedSegment, Word extends FormattedWord>(
  { text, segments, words }: Maskable<Segment, Word>,
  languages: readonly string[],
): Maskable<Segment, Word> {
  const lists = languages.map(profanities).filter(({ size }) => size > 0);
  const mask = (given: string): string => maskProfanity(given, lists);
  return {
    text: mask(text),
    segments: segments.map((segment) => ({ ...segment, text: mask(segment.text) })),
    words: words.map((one) => ({
      ...one,
      word: mask(one.word),
      written: mask(one.written),
      spoken: mask(one.spoken),
    })),
  };
}

const word = /[\p{L}\p{M}\p{N}]+/gu;

function maskProfanity(text: string, lists: readonly ReadonlySet<string>[]): string {
  if (lists.length === 0) return text;
  const isListed = (found: string): boolean => {
    const plain = found.normalize("NFC").toLowerCase();
    return lists.some((list) => list.has(plain));
  };
  return text.replaceAll(word, (found) => (isListed(found) ? masked(found) : found));
}

/** Marks of a letter are none of their own. */
const masked = (found: string): string => {
  const [first = "", ...rest] = found.normalize("NFC").replaceAll(/(?<=.)\p{M}/gu, "");
  return `${first}${"*".repeat(rest.length)}`;
};
