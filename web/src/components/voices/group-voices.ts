import type { Voice } from "#web/api/types.ts";
import { languageName } from "#web/format.ts";
import { pageLanguage } from "#web/messages/language.ts";
import { t } from "#web/messages/translate.ts";

type Grouped = Pick<Voice, "favorite" | "type" | "language" | "quality">;

/** Voices that a list shows together. */
export interface VoiceGroup<One> {
  readonly name: string;
  readonly voices: readonly One[];
}

const qualities = ["natural", "standard", "basic"] as const;

/** The place of the best quality among the voices of a group, from 0. */
const bestQuality = ({ voices }: VoiceGroup<Grouped>): number =>
  qualities.findIndex((quality) => voices.some((voice) => voice.quality === quality));

/**
 * Voices in the order of every list: the favorites, the account's own, then the built-in ones by language, the languages with the
 * best voices first. Within a group they keep their order, and each voice is in one group.
 */
export function groupVoices<One extends Grouped>(
  voices: readonly One[],
  languages: ReadonlyMap<string, string>,
): readonly VoiceGroup<One>[] {
  const others = voices.filter(({ favorite }) => !favorite);
  const builtin = others.filter(({ type }) => type === "builtin");
  const byLanguage = [...Map.groupBy(builtin, ({ language }) => language)]
    .map(([tag, found]) => ({ name: languages.get(tag) ?? languageName(tag), voices: found }))
    .toSorted(
      (one, other) => bestQuality(one) - bestQuality(other) || one.name.localeCompare(other.name, pageLanguage),
    );
  const groups = [
    { name: t("Favorites"), voices: voices.filter(({ favorite }) => favorite) },
    { name: t("Your voices"), voices: others.filter(({ type }) => type === "custom") },
    ...byLanguage,
  ];
  return groups.filter(({ voices: found }) => found.length > 0);
}
