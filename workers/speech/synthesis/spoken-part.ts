import type { SayAs } from "#workers/speech/text/say-as.ts";

/** A stretch of a text, with what its markup asks for. */
export interface SpokenPart {
  readonly text: string;
  /** What it is read instead of, where that is something else. */
  readonly written?: string;
  /** How the text is to be read, where that is said. */
  readonly sayAs?: SayAs;
  /** Times the speed of the whole. */
  readonly rate: number;
  /** The silence behind, in addition to that of the voice; null where the text goes on. */
  readonly pauseMs: number | null;
}
