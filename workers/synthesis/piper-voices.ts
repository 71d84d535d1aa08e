import type { InstalledModel } from "#src/models/installed.ts";
import type { ListedVoice } from "#src/domain/voices/register-voices.ts";
import { type PiperModel, voiceName } from "#workers/speech/engines/piper/open-piper.ts";

/** A model that can be opened, with what else is to say of its voices. */
export interface UsableModel extends PiperModel, Pick<InstalledModel, "licence" | "gender" | "memoryMb" | "digest"> {}

/** Piper's names of qualities, the best first. */
const qualities: readonly string[] = ["high", "medium", "low", "x_low"];
const naturalQualities: readonly string[] = qualities.slice(0, 2);
/** The most speakers of a model that are listed. */
const mostSpeakers = 100;

/** The voices of a model that the API lists: a voice for each of its speakers. */
export function piperVoices({ name: model, configuration, ...facts }: UsableModel): readonly ListedVoice[] {
  const { speakers, quality, languageTag, dataset } = configuration;
  const shared = {
    ...{ language: facts.language, accent: accentOf(languageTag), licence: facts.licence },
    quality: naturalQualities.includes(quality) ? "natural" : "standard",
  } as const;
  const title = titleOf(dataset) || model;
  if (speakers.length === 0) {
    const engineVoice = voiceName(model, null);
    return [{ ...shared, name: title, engineVoice, gender: facts.gender ?? null, description: `Piper’s ${model}.` }];
  }
  return speakers.slice(0, mostSpeakers).map(({ id, name }) => ({
    ...{ ...shared, name: `${title} ${name ?? id}`, engineVoice: voiceName(model, id), gender: null },
    description: `Speaker ${id} of Piper’s ${model}.`,
  }));
}

/** The voice of the best quality for each language; of equals the first. */
export function preferredOf(models: readonly UsableModel[]): Readonly<Record<string, string>> {
  const rankOf = ({ configuration: { quality } }: UsableModel): number =>
    qualities.includes(quality) ? qualities.indexOf(quality) : qualities.length;
  const worstFirst = models.toSorted((a, b) => rankOf(a) - rankOf(b)).toReversed();
  return Object.fromEntries(
    worstFirst.map(({ name, language, configuration: { speakers } }) => [
      language,
      voiceName(name, speakers.length === 0 ? null : 0),
    ]),
  );
}

/** `vctk` is Vctk, `thorsten_emotional` Thorsten Emotional. */
const titleOf = (dataset: string): string =>
  dataset
    .split(/[\s_-]+/)
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join(" ")
    .trim();

const languageNames = new Intl.DisplayNames(["en"], { type: "language" });

/** `American` for `en-US`, which is American English; null where there is no such word. */
function accentOf(tag: string): string | null {
  const [language = ""] = tag.split("-");
  try {
    const [whole = "", own = ""] = [languageNames.of(tag), languageNames.of(language)];
    return whole.endsWith(` ${own}`) ? whole.slice(0, -own.length - 1) : null;
  } catch {
    return null;
  }
}
