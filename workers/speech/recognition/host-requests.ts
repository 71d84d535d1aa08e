import { z } from "zod";

const path = z.string().min(1);
const samples = z.custom<Int16Array>((value) => value instanceof Int16Array);

/** The models that a host loads. */
export const hostModels = z.object({
  /** The name of the model in the catalogue. */
  name: z.string(),
  /** The loader that the catalogue names. */
  loader: z.string(),
  /** The paths of its files by their names in the catalogue. */
  files: z.record(z.string(), path),
  /** The path of Silero VAD. */
  vad: path,
  test: z.object({
    /** In which the clip is read. */
    language: z.string(),
    /** So many of the clip's words must be found. */
    words: z.int(),
  }),
});
export type HostModels = z.infer<typeof hostModels>;

/**
 * A request to a host, which finds where there is speech in samples, reads the words in them, or finds their language. All sound is
 * 16 kHz mono.
 */
export const hostRequest = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("find speech"), samples }),
  /** The language is a primary tag, or `auto`. Only hosts whose engine translates are asked to. */
  z.object({ kind: z.literal("read"), samples, language: z.string(), task: z.enum(["transcribe", "translate"]) }),
  /** To hosts alone whose engine finds languages. */
  z.object({ kind: z.literal("find languages"), samples }),
]);
export type HostRequest = z.infer<typeof hostRequest>;

export const foundSpeech = z.object({
  /** Samples `[from, to)`, ascending. */
  ranges: z.array(z.tuple([z.int().nonnegative(), z.int().nonnegative()])),
  /** True when the last range goes on behind the end. */
  isOpen: z.boolean(),
});
export type FoundSpeech = z.infer<typeof foundSpeech>;

const spokenWord = z.object({
  written: z.string(),
  start: z.number(),
  end: z.number(),
  confidence: z.number().min(0).max(1).nullable(),
});

export const readText = z.object({
  text: z.string(),
  /** Null where the model says nothing of the times of words. */
  words: z.array(spokenWord).readonly().nullable(),
  /** A primary tag: the language of the call, or what the model has found where that is `auto`; null where it does not say. */
  language: z.string().nullable(),
  /** The probability of a language that the model has found, where it says so. */
  languageProbability: z.number().min(0).max(1).optional(),
});
export type ReadText = z.infer<typeof readText>;

const languageShare = z.object({
  /** A primary tag. */
  language: z.string(),
  probability: z.number().min(0).max(1),
});
export type LanguageShare = z.infer<typeof languageShare>;

export const foundLanguages = z.object({
  /** The likeliest first; those of little probability are left out. */
  languages: z.array(languageShare).readonly(),
});
export type FoundLanguages = z.infer<typeof foundLanguages>;
