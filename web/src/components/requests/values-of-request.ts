import { audioFormatFacts, playableFormats } from "#web/api/audio-formats.ts";
import type { FormValues } from "#web/api/synthesize.ts";
import type { SpeechRequest } from "#web/api/types.ts";

const undetermined = "und";

/** The tag of a language; empty where it is not known. */
export const knownLanguage = (language: string): string => (language === undetermined ? "" : language);

/** The text of an earlier request with its settings, to be spoken again. */
export function valuesOfRequest(request: Extract<SpeechRequest, { request_type: "tts" }>): FormValues {
  const { text, language, voice, speed, content_type: type } = request;
  const format = playableFormats.find((one) => audioFormatFacts[one].contentType === type) ?? "mp3";
  return { text: text ?? "", language: knownLanguage(language), voiceId: voice.voice_id, speed, format };
}
