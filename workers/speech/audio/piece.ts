const sampleRate = 16_000;

/** Samples from the first up to and without the second. */
export type Range = readonly [from: number, to: number];

/** A part of a recording that the model transcribes at once. */
export interface Piece {
  readonly from: number;
  readonly to: number;
  /** The ranges of speech in it, in samples of the file. */
  readonly speech: readonly Range[];
}

/** How much of a piece is speech, in seconds. */
export const speechSeconds = ({ speech }: Piece): number =>
  speech.reduce((sum, [from, to]) => sum + to - from, 0) / sampleRate;
