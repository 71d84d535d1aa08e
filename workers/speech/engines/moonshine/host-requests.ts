import { z } from "zod";

const path = z.string().min(1);
const samples = z.custom<Int16Array>((value) => value instanceof Int16Array);

/** The files that a host loads. */
export const hostModels = z.object({
  model: z.object({ encoder: path, mergedDecoder: path, tokens: path }),
  vad: path,
});
export type HostModels = z.infer<typeof hostModels>;

/** What a host does: it finds where there is speech in samples, or reads what is said in them. All sound is 16 kHz mono. */
export const hostRequest = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("find speech"), samples }),
  z.object({ kind: z.literal("read"), samples }),
]);
export type HostRequest = z.infer<typeof hostRequest>;

export const foundSpeech = z.object({
  /** Samples `[from, to)`, ascending. */
  ranges: z.array(z.tuple([z.int().nonnegative(), z.int().nonnegative()])),
  /** True when the last range goes on behind the end. */
  isOpen: z.boolean(),
});
export type FoundSpeech = z.infer<typeof foundSpeech>;

export const readText = z.object({ text: z.string() });
