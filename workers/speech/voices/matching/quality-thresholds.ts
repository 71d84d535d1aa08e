import type { Description } from "./analysis-requests.ts";
import { dot } from "./speaker-encoder.ts";
import type { Trial } from "./trial-speech.ts";

/**
 * A voice beyond these thresholds is rejected. It should be understood as well as the built-in one; where none is, one
 * with a single word more is taken, since of 13 words one is often misheard by chance.
 */
export const thresholds = { excessErrors: 1, clarityLoss: 0.3, leastAgreement: 0.8, pitchSemitones: 2 } as const;

/** The values that a trial is judged against. */
interface Judged {
  /** The similarity of the built-in voice that is most like the sample, on the same sentences. */
  readonly builtin: Trial;
  readonly sample: Description;
  /** The pitch of the sample; 0 where it was not found. */
  readonly pitchHz: number;
}

/** Whether a voice is more like the sample than the built-in one, as clear, one voice, and as high as the sample. */
export const passes = (trial: Trial, { builtin, sample, pitchHz }: Judged): boolean =>
  similarityTo(trial, sample) > similarityTo(builtin, sample) &&
  trial.heard.clarity.overall >= builtin.heard.clarity.overall - thresholds.clarityLoss &&
  trial.agreement >= thresholds.leastAgreement &&
  12 * octaves(trial.heard.pitchHz, pitchHz) <= thresholds.pitchSemitones;

export const similarityTo = ({ heard }: Trial, sample: Description): number => dot(heard.embedding, sample.embedding);

/** Words misheard beyond those of the other voice. */
export const excessErrors = (trial: Trial, other: Trial): number => (trial.wordErrors ?? 0) - (other.wordErrors ?? 0);

/** 0 where one of them was not found. */
export const octaves = (one: number, other: number): number =>
  one > 0 && other > 0 ? Math.abs(Math.log2(one / other)) : 0;
