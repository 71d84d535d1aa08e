import type { Voice } from "#web/api/types.ts";
import type { SpeechDraft } from "./speech-draft.ts";

/** The two voices that are compared, of those that speak the language: another one is the second where none was chosen. */
export function comparedVoices(
  { voiceId, voiceIdB }: Pick<SpeechDraft, "voiceId" | "voiceIdB">,
  voices: readonly Pick<Voice, "voice_id" | "default">[],
): readonly [a: string, b: string] {
  const standard = voices.find((voice) => voice.default)?.voice_id ?? "";
  const first = voiceId === "" ? standard : voiceId;
  const another = voices.find((voice) => voice.voice_id !== first)?.voice_id ?? "";
  return [first, voiceIdB === "" ? another : voiceIdB];
}
