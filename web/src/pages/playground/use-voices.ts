import type { Voice } from "#web/api/types.ts";
import { useApi } from "#web/api/use-api.ts";

const limit = 100;
const staleTime = 60_000;

/**
 * The voices that can speak a language now: those of the account, which speak all, and the built-in ones for it, the best
 * first.
 */
export function useVoices(language: string): readonly Voice[] {
  const own = useApi("GET /v1/voices", { query: { type: "custom", limit } }, { staleTime: 0 });
  const builtin = useApi("GET /v1/voices", { query: { type: "builtin", language, limit } }, { staleTime });
  const ready = (own.data?.items ?? []).filter(({ status }) => status === "ready");
  return [...ready, ...(builtin.data?.items ?? []).filter(({ available }) => available)];
}

const genders = { female: "female", male: "male" } as const;

/** A voice in a list to choose from: its name, and what tells it from the others. */
export const voiceOptionLabel = ({ name, type, gender, accent, quality }: Voice): string => {
  if (type === "custom") return `${name} (yours)`;
  const facts = [gender === null ? undefined : genders[gender], accent, quality === "natural" ? "natural" : undefined];
  return [name, ...facts].filter(Boolean).join(", ");
};
