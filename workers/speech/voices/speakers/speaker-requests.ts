import { z } from "zod";

const path = z.string().min(1);
const floats = z.custom<Float32Array>((value) => value instanceof Float32Array);
const samples = z.custom<Int16Array>((value) => value instanceof Int16Array);

/** The files that the host loads: a speaker encoder, with its loader in the catalogue, Silero VAD and, where it is installed, the model of overlaps. */
export const speakerModels = z.object({
  encoder: z.object({ loader: z.enum(["ge2e", "campplus"]), path }),
  vad: path,
  overlaps: path.nullable(),
});
export type SpeakerModels = z.infer<typeof speakerModels>;

/** The encoder hears 1.6 s at once. */
export const windowSamples = 25_600;

export const speakerRequest = z.discriminatedUnion("kind", [
  /** Finds the speech in 16 kHz samples. */
  z.object({ kind: z.literal("find speech"), samples }),
  /** Hears the voice in windows of 16 kHz samples, which begin at these frames of 10 ms. */
  z.object({ kind: z.literal("hear"), samples, starts: z.array(z.int().nonnegative()).readonly() }),
  /** Hears where two people speak at once in at most 10 s of 16 kHz samples. */
  z.object({ kind: z.literal("hear overlap"), samples }),
  /** Follows the speakers through a recording of so many frames. Seconds. */
  z.object({
    kind: z.literal("follow"),
    windows: z.array(z.object({ voice: floats, centre: z.number(), seconds: z.number() })).readonly(),
    frames: z.int().nonnegative(),
    count: z.object({ least: z.int().positive(), most: z.int().positive() }),
    /** The sound has no more than the band of a telephone. */
    isByTelephone: z.boolean(),
  }),
]);
export type SpeakerRequest = z.infer<typeof speakerRequest>;

export const heardVoices = z.object({
  voices: z.array(floats).readonly(),
  /** The power of the first window, and the part of it that a telephone does not carry. */
  power: z.object({ all: z.number(), above: z.number() }),
});
export type HeardVoices = z.infer<typeof heardVoices>;
export const heardOverlap = floats;
export const followedSpeakers = z.custom<Int8Array>((value) => value instanceof Int8Array);
