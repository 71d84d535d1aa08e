import type { SayAs } from "./say-as.ts";

/** A stretch of a text, with what its markup asks for. */
export interface SpokenPart {
  readonly text: string;
  /** The written text that it is read for, where that is something else. */
  readonly written?: string;
  /** The requested reading of the text, where there is one. */
  readonly sayAs?: SayAs;
  /** Times the speed of the whole. */
  readonly rate: number;
  /** True where its last sentence goes on in another part, so that the voice does not fall at its end. */
  readonly goesOn?: boolean;
  /** The silence behind, in addition to that of the voice; null where the text goes on. */
  readonly pauseMs: number | null;
}
