import { respellParts } from "#src/domain/pronunciation/respell.ts";
import { dateOrderOf } from "#workers/speech/text/date-order.ts";
import { countLetters } from "#workers/speech/text/words-of-text.ts";
import type { SpokenEntry } from "#src/domain/pronunciation/entries.ts";
import { partsOfText } from "./parts-of-text.ts";
import type { GivenSynthesisOptions } from "./synthesis-options.ts";

/** A text may have up to so many letters for each of its characters, once its numbers and signs are words, for the same credits. */
const includedLetters = 2;

/** A text with the facts by which it is read. */
interface TextToPrice extends Pick<GivenSynthesisOptions, "inputType"> {
  readonly text: string;
  /** The language that is spoken, and the accent of the voice that speaks it. */
  readonly voice: { readonly language: string; readonly accent: string | null };
  /** The tag that the caller sent; null for none. */
  readonly languageTag: string | null;
  readonly pronunciations: readonly SpokenEntry[];
}

/** The price of a text and the length that it is told by. */
interface TextPrice {
  readonly characters: number;
  readonly credits: number;
}

/**
 * The price of a text: a credit for each character, or for each letter of the text with its numbers and signs in words where these are more
 * than twice as many.
 * @throws DomainError `audio_too_long`
 */
export function priceOfText({ text, inputType, voice, languageTag, pronunciations }: TextToPrice): TextPrice {
  const { language, accent } = voice;
  const parts = respellParts(partsOfText(text, inputType), pronunciations);
  const letters = countLetters({ text, parts, language, dateOrder: dateOrderOf({ languageTag, language, accent }) });
  const characters = [...text].length;
  return { characters, credits: letters <= includedLetters * characters ? characters : letters };
}
