import { z } from "zod";
import { transcriptFormats } from "#db/engine-schema.ts";
import { replacement } from "./own-words.ts";

export const transcriptionTasks = ["transcribe", "translate"] as const;
/** Whether the channels of a recording are mixed, or each is transcribed by itself. */
export const channelModes = ["together", "separate"] as const;
export type TranscriptionTask = (typeof transcriptionTasks)[number];

/** The kinds of personal data that can be taken out of a transcript. */
export const personalData = [
  ...(["card", "card_expiry", "cvv", "iban", "phone", "email", "ip"] as const),
  ...(["aadhaar", "pan", "ssn", "passport"] as const),
  "digits",
] as const;
export const profanityModes = ["keep", "mask"] as const;

/**
 * The options of a transcription: what a call may choose beside the language. They are stored with the request as one value, which the
 * worker and its engine are given whole. An option that is absent has its default, so requests of earlier releases can be read.
 */
export const transcriptionOptions = z.object({
  /** Whether the words are written in the language in which they were said, or in English. */
  task: z.enum(transcriptionTasks).default("transcribe"),
  /** `auto`, `fast`, `accurate`, or the name of an engine. */
  model: z.string().default("auto"),
  /** How numbers are written: in figures, or as they were said. */
  transcriptFormat: z.enum(transcriptFormats).default("smart"),
  /** The number of people whose words are to be told apart, both bounds included; null where they are not. */
  speakers: z.object({ least: z.int().positive(), most: z.int().positive() }).nullable().default(null),
  /** The part that is transcribed, in seconds of the recording; null is its end. Times of the transcript are those of the whole. */
  startSeconds: z.number().nonnegative().default(0),
  endSeconds: z.number().positive().nullable().default(null),
  /** `separate`: each channel by itself, and charged so; `together`: their mix. */
  channels: z.enum(channelModes).default("together"),
  /** Names and words of the caller, as they are to be written where the sound is near them. */
  keyTerms: z.array(z.string()).default([]),
  /** Words of the transcript, and what is written in their place. */
  replacements: z.array(replacement).default([]),
  /** Words and phrases whose places are listed beside the transcript. */
  search: z.array(z.string()).default([]),
  /** The fields of the call, where its dialect repeats them with the transcript; null elsewhere. They change nothing. */
  echo: z.record(z.string(), z.unknown()).nullable().default(null),
  /** Whether profanities are left their first letter only. */
  profanity: z.enum(profanityModes).default("keep"),
  /** The kinds of personal data that are replaced by their names. */
  redact: z.array(z.enum(personalData)).default([]),
  /** Whether these words are muted in the recording that is kept. */
  redactAudio: z.boolean().default(false),
  /** Whether its paragraphs are told. */
  paragraphs: z.boolean().default(false),
  /** Whether its chapters are looked for. */
  chapters: z.boolean().default(false),
  /** Whether a text model of the operator's sums it up, and lists its topics. */
  summary: z.boolean().default(false),
  topics: z.boolean().default(false),
  /** The tag of the language that a text model translates it into; null for none. */
  translateTo: z.string().nullable().default(null),
});

export type TranscriptionOptions = z.output<typeof transcriptionOptions>;
/** The same as a call gives them: what is absent has its default. */
export type GivenTranscriptionOptions = z.input<typeof transcriptionOptions>;
