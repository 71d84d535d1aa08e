import { keepPreviousData } from "@tanstack/react-query";
import type { FormValues } from "#web/api/synthesize.ts";
import type { Voice } from "#web/api/types.ts";
import { useLimits } from "#web/api/use-limits.ts";
import { languageChoices } from "#web/components/language-choices.ts";
import { lengthOf } from "#web/components/text-length.ts";
import { t } from "#web/messages/translate.ts";
import { groupVoices, type VoiceGroup } from "./group-voices.ts";
import { refreshOf, useAllVoices, type VoiceList } from "./use-all-voices.ts";
import { undescribedUses } from "./voice-descriptions.ts";
import { accentName, tagName } from "./voice-words.ts";

const staleTime = 60_000;

const found = (list: VoiceList | undefined): readonly Voice[] => (list === undefined || list.nearest ? [] : list.items);

/** The names of the languages that voices speak, by their tags. */
export const useLanguageNames = (): ReadonlyMap<string, string> =>
  new Map(languageChoices(useLimits().data?.synthesis_languages ?? []));

interface FoundGroups {
  readonly groups: readonly VoiceGroup<Voice>[];
  /** Whether they are what this search has found, not what the one before has. */
  readonly isCurrent: boolean;
}

/**
 * The voices for a language that match all words of a search, in the groups of a list: favorites and those of the account, which
 * speak all languages, and the built-in ones for it that are installed, ready or not. An empty language is any.
 */
export function useVoiceGroups(language: string, search: string): FoundGroups {
  const matching = search.trim() === "" ? {} : { search: search.trim() };
  const own = useAllVoices({ ...matching, type: "custom" }, { staleTime: 0 });
  const builtin = useAllVoices(
    { ...matching, type: "builtin", installed: true, ...(language !== "" && { language }) },
    { staleTime, placeholderData: keepPreviousData, refetchInterval: ({ state }) => refreshOf(state.data) },
  );
  const ready = found(own.data).filter(({ status }) => status === "ready");
  return {
    groups: groupVoices([...ready, ...found(builtin.data)], useLanguageNames()),
    isCurrent: own.isSuccess && builtin.isSuccess && !builtin.isPlaceholderData,
  };
}

/** All of these voices, in the same order. */
export const useVoices = (language: string): readonly Voice[] =>
  useVoiceGroups(language, "").groups.flatMap(({ voices }) => voices);

const genders = { female: t("Female"), male: t("Male") } as const;

/** The properties that tell a voice from others: "Female, American". */
export const voiceSummary = ({ type, gender, accent }: Voice): string =>
  type === "custom"
    ? t("Your voice")
    : [gender === null ? null : genders[gender], accent === null ? null : accentName(accent)]
        .filter((fact) => fact !== null)
        .join(", ");

/** The sound of a voice and the work that it suits: "warm, clear · assistants, narration". */
export const voiceCharacter = (voice: Voice): string =>
  [voice.tags.map(tagName), undescribedUses(voice)]
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
