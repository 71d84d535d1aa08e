import { z } from "zod";
import { transcriptFormats } from "#db/engine-schema.ts";

/**
 * The options of a transcription: what a call may choose beside the language. They are stored with the request as one value, which the
 * worker and its engine are given whole. An option that is absent has its default, so requests of earlier releases can be read.
 */
export const transcriptionOptions = z.object({
  /** `auto`, `fast`, `accurate`, or the name of an engine. */
  model: z.string().default("auto"),
  /** How numbers are written: in figures, or as they were said. */
  transcriptFormat: z.enum(transcriptFormats).default("smart"),
});

export type TranscriptionOptions = z.output<typeof transcriptionOptions>;
/** The same as a call gives them: what is absent has its default. */
export type GivenTranscriptionOptions = z.input<typeof transcriptionOptions>;
