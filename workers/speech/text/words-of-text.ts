import { DomainError } from "#src/errors.ts";
import { cutAllAtPauses } from "./cut-at-pauses.ts";
import type { TextLocale } from "./date-order.ts";
import { normalizeForSpeech } from "./normalize-for-speech.ts";
import { normalizeText } from "./normalize-text.ts";
import { sayAs } from "./say-as.ts";
import type { SpokenPart } from "./spoken-part.ts";

/** The most letters of a text, numbers and signs written out: three quarters of an hour of speech or so. */
const mostLetters = 40_000;

/** A stretch with its numbers and signs in words. */
export type Words = Omit<SpokenPart, "sayAs" | "written">;

const isOneWith = (before: SpokenPart | undefined, part: SpokenPart): before is SpokenPart =>
  before !== undefined && before.pauseMs === null && before.rate === part.rate;

/** Neighbours without a pause between become one where `areAlike`. */
function joinParts<Part extends SpokenPart>(
  parts: readonly Part[],
  areAlike: (part: Part) => boolean,
): readonly Part[] {
  const joined: Part[] = [];
  for (const part of parts) {
    const before = joined.at(-1);
    if (before !== undefined && isOneWith(before, part) && areAlike(before) && areAlike(part)) {
      joined[joined.length - 1] = { ...part, text: `${before.text}${part.text}` };
    } else joined.push(part);
  }
  return joined;
}

/** Plain text is read with what stands beside it, what has a reading of its own by itself. */
function inWords(parts: readonly SpokenPart[], { language, dateOrder }: TextLocale): readonly Words[] {
  const said = parts.map(({ written: _written, ...part }) => part);
  const plain = joinParts(said, (part) => part.sayAs === undefined);
  const pieces = cutAllAtPauses(plain);
  // A ligature may stand for a sentence: texts of them are refused before they are read.
  requireBounded(pieces.map(({ text }) => ({ text: normalizeText(text) })));
  const words = pieces.map(({ text, sayAs: as, rate, pauseMs, goesOn = false }): SpokenPart => {
    const spoken =
      as === undefined ? normalizeForSpeech(text, language, dateOrder) : sayAs(text, as, { language, dateOrder });
    return { text: goesOn ? `${spoken.trimEnd()}, ` : spoken, rate, pauseMs };
  });
  return joinParts(words, () => true);
}

const lettersOf = (words: readonly { readonly text: string }[]): number =>
  words.reduce((sum, { text }) => sum + text.length, 0);

/** Signs and digits may become ten times as many letters. @throws DomainError */
export function requireBounded(words: readonly { readonly text: string }[]): void {
  const letters = lettersOf(words);
  if (letters <= mostLetters) return;
  throw new DomainError(
    "audio_too_long",
    `Written out in words, this text has ${letters} letters; the maximum is ${mostLetters}. Send it in several parts.`,
  );
}

/** A text with the facts by which it is read. */
export interface TextToRead extends TextLocale {
  readonly text: string;
  readonly parts?: readonly SpokenPart[] | undefined;
}

/** The words of a text, in stretches. Without `parts` it is plain. @throws DomainError `audio_too_long` */
export function boundedWords({
  text,
  parts = [{ text, rate: 1, pauseMs: null }],
  ...reader
}: TextToRead): readonly Words[] {
  const words = inWords(parts, reader);
  requireBounded(words);
  return words;
}

/** Counts the letters of a text with its numbers and signs in words. @throws DomainError `audio_too_long` */
export const countLetters = (text: TextToRead): number => lettersOf(boundedWords(text));
