import type { SpeechRequestSummary } from "#web/api/types.ts";

type Counted = Pick<SpeechRequestSummary, "status" | "audio_url" | "characters" | "credits_consumed">;

/** True of speech that was cancelled, and of which what was delivered is kept. */
export const isStopped = ({ status, audio_url: audio }: Pick<Counted, "status" | "audio_url">): boolean =>
  status === "cancelled" && audio !== null;

/** The characters of a text that were delivered: those that are charged where it was stopped, else all. Null of a transcription. */
export function deliveredCharacters(request: Counted): number | null {
  const { characters, credits_consumed: credits } = request;
  return characters !== null && credits !== null && isStopped(request) ? Math.min(characters, credits) : characters;
}
