import type { Voice } from "#web/api/types.ts";

export const genderNames = { female: "Female", male: "Male" } as const;
/** The name of a built-in voice's quality. */
export const qualityNames = { natural: "Natural", standard: "Standard", basic: "Basic" } as const;
export const engineNames = {
  kokoro: "Kokoro",
  piper: "Piper",
  flite: "Flite",
  "espeak-ng": "eSpeak NG",
  "remote-speech": "Speech server",
} as const;

/** “Female · American English”; of custom voices the accent that was chosen, if any. */
export function voiceSummary({ gender, accent }: Voice, language: string | undefined): string {
  const spoken = [accent, language].filter(Boolean).join(" ");
  return [gender === null ? "" : genderNames[gender], spoken].filter((part) => part !== "").join(" · ");
}
