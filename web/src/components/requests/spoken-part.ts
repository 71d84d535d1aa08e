import type { SpeechRequest, SpeechRequestSummary } from "#web/api/types.ts";
import { hasPlainText } from "./has-plain-text.ts";

type Counted = Pick<SpeechRequestSummary, "status" | "audio_url" | "characters" | "credits_consumed">;

/** True of speech that was cancelled, and of which what was delivered is kept. */
export const isStopped = ({ status, audio_url: audio }: Pick<Counted, "status" | "audio_url">): boolean =>
  status === "cancelled" && audio !== null;

/**
 * The characters of a text that were delivered: those that are charged where it was stopped, else all. Null of a transcription.
 * @param price of all of the text, where it is known and more than its characters
 */
export function deliveredCharacters(request: Counted, price = request.characters): number | null {
  const { characters, credits_consumed: credits } = request;
  if (characters === null || credits === null || price === null || !isStopped(request)) return characters;
  return Math.min(characters, Math.round((credits * characters) / Math.max(characters, price)));
}

/**
 * A text in its delivered part and the rest, which is empty unless it was stopped. A word that was cut belongs to the rest. The places in
 * markup are not known.
 * @param price of all of the text
 */
export function partsOfSpeech(
  request: Extract<SpeechRequest, { request_type: "tts" }>,
  price: number,
): readonly [delivered: string, rest: string] {
  if (!hasPlainText(request) || !isStopped(request)) return [request.text ?? "", ""];
  const { text } = request;
  const { length } = [...text].slice(0, deliveredCharacters(request, price) ?? 0).join("");
  const words = new Intl.Segmenter(undefined, { granularity: "word" }).segment(text);
  const at = words.containing(length)?.index ?? length;
  return [text.slice(0, at), text.slice(at)];
}
