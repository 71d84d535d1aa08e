import { z } from "zod";
import { inputTypes } from "#db/engine-schema.ts";
import { audioFormats } from "#db/schema.ts";
import { spokenEntry } from "#src/domain/pronunciation/entries.ts";

/**
 * The options of speech: what a call may choose beside the text, the voice and the language. They are stored with the request as one
 * value, which the worker and its engine are given whole. An option that is absent has its default, so requests of earlier releases can
 * be read.
 */
export const synthesisOptions = z.object({
  /** The kind of the text: plain, or with markup. */
  inputType: z.enum(inputTypes).default("text"),
  /** 0.5 to 2; 1 is the voice's own rate. */
  speed: z.number().default(1),
  format: z.enum(audioFormats).default("wav"),
  /** Hz; the default of the format when absent. */
  sampleRate: z.int().optional(),
  /** Bits per second; the default of the format when absent. */
  bitRate: z.int().optional(),
  /** Whether the text goes on in another request: the pause behind its last sentence is then part of a stream. */
  continues: z.boolean().default(false),
  /** Whether to say when each word is spoken. */
  wordTimestamps: z.boolean().default(false),
  /** Words of the text that dictionaries of the account have spoken otherwise, as they were when the request was made. */
  pronunciations: z.array(spokenEntry).readonly().default([]),
});

export type SynthesisOptions = z.output<typeof synthesisOptions>;
/** The same as a call gives them: what is absent has its default. */
export type GivenSynthesisOptions = z.input<typeof synthesisOptions>;
