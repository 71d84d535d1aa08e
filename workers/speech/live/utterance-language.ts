import type { LiveEngine, LiveOptions } from "./live-types.ts";

/** The language in which an utterance is read. */
export interface UtteranceLanguage {
  readonly language: string;
  /** Null where it was named, or no engine gave one. */
  readonly probability: number | null;
}

/** Read where no engine finds languages. */
const usualLanguage = "en";
const sampleRate = 16_000;
/** After so much sound, the language stays. */
const enoughSamples = 8 * sampleRate;
/** A language with this probability is kept at once. */
const sureProbability = 0.9;

/** Finds the language of a session by its first utterances, and keeps to it. */
export interface LanguageFinder {
  /** The language that stays; null while it is not sure. */
  known(): UtteranceLanguage | null;
  /** The language of an utterance. */
  find(samples: Int16Array, signal: AbortSignal): Promise<UtteranceLanguage>;
}

export function openLanguageFinder(
  { findLanguage }: Pick<LiveEngine, "findLanguage">,
  { language, owner }: Pick<LiveOptions, "language" | "owner">,
): LanguageFinder {
  const named = language === "auto" ? usualLanguage : language;
  let known: UtteranceLanguage | null =
    language === "auto" && findLanguage !== null ? null : { language: named, probability: null };
  const sums = new Map<string, number>();
  let heard = 0;
  return {
    known: () => known,
    find: async (samples, signal) => {
      if (known !== null || findLanguage === null) return known ?? { language: named, probability: null };
      const found = await findLanguage(samples, { owner, signal });
      if (found === null) return { language: named, probability: null };
      sums.set(found.language, (sums.get(found.language) ?? 0) + found.probability * samples.length);
      heard += samples.length;
      const [[likeliest, sum] = [named, 0]] = [...sums].toSorted(([, one], [, other]) => other - one);
      const spoken = { language: likeliest, probability: Math.round((1000 * sum) / heard) / 1000 };
      if (heard >= enoughSamples || spoken.probability >= sureProbability) known = spoken;
      return spoken;
    },
  };
}
