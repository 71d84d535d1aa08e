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

/** The parts of these ranges that lie within another. */
export const speechWithin = (speech: readonly Range[], [from, to]: Range): readonly Range[] =>
  speech.map(([start, end]): Range => [Math.max(start, from), Math.min(end, to)]).filter(([start, end]) => end > start);
