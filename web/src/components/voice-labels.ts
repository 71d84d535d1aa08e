import type { Voice } from "#web/api/types.ts";

/** What the quality of a built-in voice is called. */
export const qualities = { natural: "Natural", standard: "Standard", basic: "Basic" } as const;

const genders = { female: "female", male: "male" } as const;

/** A voice in a list to choose from: its name, and what tells it from the others. */
export const voiceOptionLabel = ({ name, type, gender, accent, quality }: Voice): string => {
  if (type === "custom") return `${name} (yours)`;
  const facts = [gender === null ? undefined : genders[gender], accent, quality === "natural" ? "natural" : undefined];
  return [name, ...facts].filter(Boolean).join(", ");
};

/** “Female, American English”; nothing of custom voices. */
export const voiceDescription = ({ gender, accent }: Voice, language: string | undefined): string | undefined => {
  if (gender === null) return language;
  const spoken = [accent, language].filter(Boolean).join(" ");
  return [gender === "female" ? "Female" : "Male", spoken].filter((part) => part !== "").join(", ");
};
