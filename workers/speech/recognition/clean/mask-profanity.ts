import type { RecognizedSegment } from "#workers/speech/engine.ts";
import type { FormattedWord } from "#workers/speech/recognition/format-transcript.ts";
import { profanities } from "./profanities.ts";

interface Maskable<Segment, Word> {
  readonly text: string;
  readonly segments: readonly Segment[];
  readonly words: readonly Word[];
}

/** A transcript in which each profanity of its language is left its first letter: `f***`. Only whole words are looked up. */
export function maskTranscript<Segment extends RecognizedSegment, Word extends FormattedWord>(
  { text, segments, words }: Maskable<Segment, Word>,
  language: string,
): Maskable<Segment, Word> {
  const mask = (given: string): string => maskProfanity(given, language);
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

function maskProfanity(text: string, language: string): string {
  const listed = profanities(language);
  if (listed.size === 0) return text;
  return text.replaceAll(word, (found) => (listed.has(found.normalize("NFC").toLowerCase()) ? masked(found) : found));
}

/** Marks of a letter are none of their own. */
const masked = (found: string): string => {
  const [first = "", ...rest] = found.normalize("NFC").replaceAll(/(?<=.)\p{M}/gu, "");
  return `${first}${"*".repeat(rest.length)}`;
};
