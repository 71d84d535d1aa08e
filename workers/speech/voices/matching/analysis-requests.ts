import { z } from "zod";

const path = z.string().min(1);
const floats = z.custom<Float32Array>((value) => value instanceof Float32Array);
const samples = z.custom<Int16Array>((value) => value instanceof Int16Array);
const sampleRate = z.union([z.literal(16_000), z.literal(24_000)]);

/** The files that the host loads. */
export const analysisModels = z.object({
  encoder: path,
  dnsmos: path,
  /** The file of Silero VAD. */
  vad: path,
  /** The styles of Kokoro's voices. */
  styles: path,
});
export type AnalysisModels = z.infer<typeof analysisModels>;

const stylePoint = z.object({ base: z.int().nonnegative(), offset: floats });

/** 25 levels, of the long-term spectrum. */
const levels = z.array(z.number()).readonly();

export const analysisRequest = z.discriminatedUnion("kind", [
  /** The styles whose speech voice matching learns from. */
  z.object({ kind: z.literal("points"), count: z.int(), seed: z.int() }),
  /** Who is heard. */
  z.object({ kind: z.literal("hear"), samples, sampleRate }),
  /** The same, and how good the recording is; `speech` looks for speech, too. */
  z.object({ kind: z.literal("describe"), samples, sampleRate, speech: z.boolean() }),
  /** Describes clips of 24 kHz once they are resampled and equalised towards a long-term spectrum. */
  z.object({ kind: z.literal("embed"), clips: z.array(samples), resampling: z.number(), levels: levels.nullable() }),
  /** A timbre that sounds like the target, as what is added to each of these voices. */
  z.object({
    kind: z.literal("fit"),
    points: z.array(stylePoint),
    embeddings: z.array(floats),
    target: floats,
    wanted: z.array(z.object({ base: z.int(), strength: z.number() })),
  }),
]);
export type AnalysisRequest = z.infer<typeof analysisRequest>;

export const foundPoints = z.array(stylePoint);

const clarity = z.object({ signal: z.number(), background: z.number(), overall: z.number() });

export const voiceFeatures = z.object({
  /** The embedding of each window, and of all. */
  windows: z.array(floats),
  embedding: floats,
  levels,
  /** The median; 0 where there is no voice. */
  pitchHz: z.number(),
});
export type VoiceFeatures = z.infer<typeof voiceFeatures>;

export const description = voiceFeatures.extend({
  clarity,
  /** Measured on speech, where it was looked for, and on the whole sound elsewhere. */
  seconds: z.number(),
  /** The loudest sample, of 1. */
  peak: z.number(),
  /** The share of samples in flat tops. */
  clipped: z.number(),
});
export type Description = z.infer<typeof description>;

export const foundEmbeddings = z.array(floats);
/** The offsets that are added to the styles of the requested voices. */
export const foundOffsets = z.array(floats);
