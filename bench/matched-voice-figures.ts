import { median, sum } from "#harness/statistics.ts";
import type { Figure } from "./report.ts";

const targets = { meanSimilarity: 0.78, pitchSemitones: 2 } as const;

/** What a voice has said, beside the sample. */
export interface Spoken {
  readonly similarity: number;
  /** From the sample's pitch. */
  readonly semitones: number;
  readonly wordErrors: number;
}

/** A speaker with the custom voice and the built-in voice that is most similar. */
export interface MatchedSpeaker {
  readonly speaker: { readonly name: string; readonly language: string };
  readonly method: string;
  readonly baseVoice: string;
  readonly builtinVoice: string;
  readonly matched: Spoken;
  readonly builtin: Spoken;
  readonly seconds: number;
}

const mean = (values: readonly number[]): number => sum(values) / values.length;

/** The figures of all speakers. */
export function figuresOf(results: readonly MatchedSpeaker[]): readonly Figure[] {
  const both = (value: (spoken: Spoken) => number, of: (values: readonly number[]) => number) => ({
    baseline: of(results.map(({ builtin }) => value(builtin))),
    service: of(results.map(({ matched }) => value(matched))),
  });
  const similarityOf = ({ similarity }: Spoken): number => similarity;
  return [
    {
      ...{ measure: "similarity, mean", unit: "cosine", ...both(similarityOf, mean) },
      target: { of: "service", atLeast: targets.meanSimilarity },
    },
    ...results.map(({ speaker: { name, language }, matched, builtin }): Figure => ({
      ...{ measure: `similarity, ${name} (${language})`, unit: "cosine" },
      ...{ baseline: builtin.similarity, service: matched.similarity },
      target: { of: "difference", atLeast: 0 },
    })),
    {
      ...{ measure: "pitch from the sample's, most", unit: "semitones" },
      ...both(
        ({ semitones }) => semitones,
        (values) => Math.max(...values),
      ),
      target: { of: "service", atMost: targets.pitchSemitones },
    },
    {
      ...{ measure: "words misheard, all speakers", unit: "words" },
      ...both((spoken) => spoken.wordErrors, sum),
      target: { of: "difference", atMost: 0 },
    },
    {
      measure: "time to match, median",
      unit: "s",
      baseline: 0,
      service: median(results.map(({ seconds }) => seconds)),
    },
  ];
}

/** One sentence about a speaker. */
export const noteOf = (result: MatchedSpeaker): string => {
  const { speaker, method, baseVoice, builtinVoice, matched, seconds } = result;
  return (
    `${speaker.name} (${speaker.language}): ${method}, made of ${baseVoice}; most similar built-in voice ${builtinVoice}; ` +
    `pitch ${matched.semitones.toFixed(1)} semitones off; ${matched.wordErrors} words misheard; ${seconds.toFixed(0)} s.`
  );
};
