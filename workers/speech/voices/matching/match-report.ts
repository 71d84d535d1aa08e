import type { Clarity } from "./clarity.ts";

/** What voice matching has reached, measured on sentences that were not used for it. */
export interface MatchReport {
  /** `matched`: with a timbre of its own. `nearest`: a built-in voice, brought nearer to the sample. */
  readonly method: "matched" | "nearest";
  /** The built-in voice that it is made of. */
  readonly baseVoice: string;
  /** Of the speaker encoder, −1 to 1; two recordings of one person have about 0.9. */
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
  /** What could be better, in sentences. */
  readonly warnings: readonly string[];
}
