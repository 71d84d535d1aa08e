import { keepPreviousData } from "@tanstack/react-query";
import type { FormValues } from "#web/api/synthesize.ts";
import type { Voice, VoicePage } from "#web/api/types.ts";
import { useApi } from "#web/api/use-api.ts";
import { lengthOf } from "#web/components/text-length.ts";
import { t } from "#web/messages/translate.ts";
import { accentName, tagName, caseName } from "./voice-words.ts";

const limit = 100;
const staleTime = 60_000;

const found = (page: VoicePage | undefined): readonly Voice[] => (page === undefined || page.nearest ? [] : page.items);

/**
 * The voices that can speak a language now and match all words of a search: those of the account, which speak all languages, and the built-in
 * ones for it, the natural ones first. An empty language is any.
 */
export function useVoices(language: string, search: string): readonly Voice[] {
  const matching = { limit, ...(search.trim() !== "" && { search: search.trim() }) };
  const own = useApi("GET /v1/voices", { query: { ...matching, type: "custom" } }, { staleTime: 0 });
  const builtin = useApi(
    "GET /v1/voices",
    { query: { ...matching, type: "builtin", available: true, ...(language !== "" && { language }) } },
    { staleTime, placeholderData: keepPreviousData },
  );
  const ready = found(own.data).filter(({ status }) => status === "ready");
  return [...ready, ...found(builtin.data)];
}

const genders = { female: t("Female"), male: t("Male") } as const;

/** The properties that tell a voice from others: "Female, American". */
export const voiceSummary = ({ type, gender, accent }: Voice): string =>
  type === "custom"
    ? t("Your voice")
    : [gender === null ? null : genders[gender], accent === null ? null : accentName(accent)]
        .filter((fact) => fact !== null)
        .join(", ");

/** The sound of a voice and the work that it suits: "warm, clear · assistants, narration". */
export const voiceCharacter = ({ tags, use_cases }: Voice): string =>
  [tags.map(tagName), use_cases.map(caseName)]
    .map((words) => words.join(", "))
    .filter(Boolean)
    .join(" · ");

/** Characters of a text whose words are found in the sound within a second or two. */
const alignedMax = 300;

/**
 * Whether the times of the words of a text are found without a wait: Kokoro's model tells them and other languages have an estimate,
 * but English by other engines is aligned with the sound afterwards, which takes long texts twice as long.
 */
export function hasCheapTimes(
  { text, language }: Pick<FormValues, "text" | "language">,
  voices: readonly Pick<Voice, "voice_id" | "default" | "engine">[],
  voiceId: string,
): boolean {
  const voice = voices.find((one) => (voiceId === "" ? one.default : one.voice_id === voiceId));
  return voice?.engine === "kokoro" || language !== "en" || lengthOf(text) <= alignedMax;
}
