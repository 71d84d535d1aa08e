import type { Voice } from "#web/api/types.ts";
import { accentName } from "#web/components/voices/voice-words.ts";
import { t } from "#web/messages/translate.ts";

export const genderNames = { female: t("Female"), male: t("Male") } as const;
/** The name of a built-in voice's quality. */
export const qualityNames = { natural: t("Natural"), standard: t("Standard"), basic: t("Basic") } as const;
export const engineNames = {
  kokoro: "Kokoro",
  piper: "Piper",
  flite: "Flite",
  "espeak-ng": "eSpeak NG",
  "remote-speech": t("Speech server"),
} as const;

/** “Female · American English”; of custom voices the accent that was chosen, if any. */
export function voiceSummary({ gender, accent }: Voice, language: string | undefined): string {
  const named = accent === null ? undefined : accentName(accent);
  const spoken =
    named !== undefined && language !== undefined
      ? t("{accent} {language}", { accent: named, language })
      : (named ?? language);
  return [gender === null ? "" : genderNames[gender], spoken].filter(Boolean).join(" · ");
}
