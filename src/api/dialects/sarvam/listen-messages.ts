import { z } from "zod";

/** The messages that a client sends to `/speech-to-text/ws`. */
export const clientMessages = {
  audio: z.object({
    audio: z.object({
      data: z.string().meta({ description: "Audio as base64: samples, or a WAV file of them." }),
      sample_rate: z.int().nullish().meta({ description: "Hz, that of the query." }),
      encoding: z.string().nullish().meta({ description: "Without effect: the bytes say what they are." }),
    }),
  }),
  flush: z.object({ type: z.literal("flush") }),
  config: z.object({
    type: z.literal("config"),
    prompt: z.string().nullish().meta({ description: "Without effect." }),
  }),
} as const;

/** Any message of a client. */
export const clientMessage = z.union([clientMessages.audio, clientMessages.flush, clientMessages.config]);

/** The messages that a client of `/speech-to-text/ws` receives. */
export const serverMessages = {
  data: z.object({
    type: z.literal("data"),
    data: z.object({
      request_id: z.uuid(),
      transcript: z.string(),
      language_code: z.string(),
      language_probability: z.number().nullable().meta({ description: "Null where the language was sent." }),
      metrics: z.object({
        audio_duration: z.number().meta({ description: "Seconds of the words." }),
        processing_latency: z.number().meta({ description: "Seconds since the last of that audio was received." }),
      }),
    }),
  }),
  events: z.object({
    type: z.literal("events"),
    data: z.object({
      event_type: z.literal("vad"),
      timestamp: z.iso.datetime(),
      signal_type: z.enum(["START_SPEECH", "END_SPEECH"]),
      occured_at: z.number().meta({ description: "Seconds since 1970." }),
    }),
  }),
  error: z.object({ type: z.literal("error"), data: z.object({ error: z.string(), code: z.string() }) }),
} as const;
