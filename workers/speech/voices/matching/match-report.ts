import type { Description } from "./analysis-requests.ts";
import type { Clarity } from "./clarity.ts";
import { similarityTo } from "./quality-thresholds.ts";
import type { Trial } from "./trial-speech.ts";

/** The result of voice matching, measured on sentences that were not used for it. */
export interface MatchReport {
  /** `matched`: with a timbre of its own. `nearest`: a built-in voice, brought nearer to the sample. */
  readonly method: "matched" | "nearest";
  /** The built-in voice that it is made of. */
  readonly baseVoice: string;
  /** The similarity by the speaker encoder, −1 to 1; two recordings of one person have about 0.9. */
  readonly similarity: number;
  /** The built-in voice that sounds most like the sample by itself, and how much. */
  readonly builtinVoice: string;
  readonly builtinSimilarity: number;
  readonly samplePitchHz: number;
  readonly pitchHz: number;
  readonly clarity: Clarity;
  readonly sampleClarity: Clarity;
  /** Words of the test sentences that the service's own recogniser heard wrong; null where there is none. */
  readonly wordErrors: number | null;
  /** In the test sentences. */
  readonly words: number;
  /** Seconds of speech in the sample. */
  readonly sampleSeconds: number;
  /** The weak points, in sentences. */
  readonly warnings: readonly string[];
}

interface Reported {
  readonly trial: Trial;
  readonly builtin: Trial;
  readonly sample: Description;
  readonly pitchHz: number;
  /** About the sample. */
  readonly warnings: readonly string[];
}

export function reportOf(method: MatchReport["method"], reported: Reported): MatchReport {
  const { trial, builtin, sample, pitchHz, warnings } = reported;
  return {
    method,
    baseVoice: trial.profile.baseVoice,
    similarity: similarityTo(trial, sample),
    builtinVoice: builtin.profile.baseVoice,
    builtinSimilarity: similarityTo(builtin, sample),
    samplePitchHz: pitchHz,
    pitchHz: trial.heard.pitchHz,
    clarity: trial.heard.clarity,
    sampleClarity: sample.clarity,
    wordErrors: trial.wordErrors,
    words: trial.words,
    sampleSeconds: sample.seconds,
    warnings,
  };
}
