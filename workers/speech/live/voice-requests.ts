import { z } from "zod";

/** Samples at 16 kHz of which the probability of a voice is told at once: 32 ms. */
export const windowSamples = 512;

/** The models of a voice host: the file of Silero VAD. */
export const voiceModels = z.object({ vad: z.string().min(1) });

/** A request to a voice host: whole windows, and the memory that the answer to the ones before them brought; null for the first. */
export const voiceRequest = z.object({
  samples: z.custom<Int16Array>((value) => value instanceof Int16Array && value.length % windowSamples === 0),
  memory: z.custom<Float32Array>((value) => value instanceof Float32Array).nullable(),
});
export type VoiceRequest = z.infer<typeof voiceRequest>;

export const heardVoice = z.object({
  /** The probability of a voice in each window, 0 to 1. */
  probabilities: z.array(z.number()).readonly(),
  memory: z.custom<Float32Array>((value) => value instanceof Float32Array),
});
export type HeardVoice = z.infer<typeof heardVoice>;
