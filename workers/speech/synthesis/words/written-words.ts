import type { TextLocale } from "#workers/speech/text/date-order.ts";
import { hasLetter, splitSpaceless } from "#workers/speech/text/scripts.ts";
import { normalizeForSpeech } from "#workers/speech/text/normalize-for-speech.ts";
import { type SayAs, sayAs } from "#workers/speech/text/say-as.ts";

/** A word as it is written. */
export interface WrittenWord {
  readonly word: string;
  /** The words in which it is said where it stands alone: "forty", "two", "dollars" of `$42`. */
  readonly spoken: readonly string[];
}

/** A stretch of a text. */
interface Part {
  readonly text: string;
  /** The written text in its place, where that is something else. */
  readonly written?: string;
  readonly sayAs?: SayAs;
}

/** The words of a text that have a sound. In scripts without spaces each letter is one. */
export const soundingWords = (text: string): readonly string[] =>
  text
    .split(/\s+/u)
    .filter((token) => hasLetter(token))
    .flatMap(splitSpaceless);

/** The spoken words between the blanks of a text; in scripts without spaces, each letter. */
export function writtenWords(parts: readonly Part[], { language, dateOrder }: TextLocale): readonly WrittenWord[] {
  const known = new Map<string, readonly string[]>();
  const spokenBy = (text: string, as: SayAs | undefined): readonly string[] => {
    if (as !== undefined) return soundingWords(sayAs(text, as, { language, dateOrder }));
    const spoken = known.get(text) ?? soundingWords(normalizeForSpeech(text, language, dateOrder));
    known.set(text, spoken);
    return spoken;
  };
  return parts.flatMap(({ text, written = "", sayAs: as }) => {
    const instead = written.trim();
    if (instead !== "") return [{ word: instead, spoken: spokenBy(text, as) }];
    const tokens = text.split(/\s+/u).flatMap((token) => (hasLetter(token) ? splitSpaceless(token) : [token]));
    return tokens.map((word) => ({ word, spoken: spokenBy(word, as) })).filter(({ spoken }) => spoken.length > 0);
  });
}
