import type { Transcription } from "#web/api/types.ts";

/** A stretch of a recording with what is said of it. */
export interface NamedSpan {
  readonly start: number;
  readonly end: number;
  readonly name: "unintelligible" | "several people speak";
}

interface Heard extends Pick<Transcription, "unintelligible"> {
  readonly overlaps?: Transcription["overlaps"] | undefined;
}

/** The stretches that a transcript names: those without words, and those in which people speak at once. */
export const namedSpans = ({ unintelligible, overlaps = [] }: Heard): readonly NamedSpan[] => [
  ...unintelligible.map((span) => ({ ...span, name: "unintelligible" as const })),
  ...overlaps.map((span) => ({ ...span, name: "several people speak" as const })),
];
