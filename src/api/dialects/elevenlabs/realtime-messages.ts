import { z } from "zod";

const sent = <Type extends string>(type: Type) => ({ message_type: z.literal(type) });

/** The one message that a client sends. */
export const inputAudioChunk = z.object({
  ...sent("input_audio_chunk"),
  audio_base_64: z.string().meta({ description: "Audio, as base64; may be empty." }),
  commit: z.boolean().nullish().meta({ description: "Whether what was said until now is committed." }),
  sample_rate: z.int().nullish().meta({ description: "Hz, that of `audio_format`." }),
  previous_text: z.string().nullish().meta({ description: "Without effect. Only with the first chunk." }),
});

const word = z.object({
  ...{ text: z.string(), start: z.number(), end: z.number(), type: z.enum(["word", "spacing"]) },
  logprob: z.number(),
});

const config = z.looseObject({
  ...{ sample_rate: z.int(), audio_format: z.string(), language_code: z.string().optional(), model_id: z.string() },
  ...{ commit_strategy: z.enum(["manual", "vad"]), vad_silence_threshold_secs: z.number().optional() },
});

export const errorTypes = [
  ...["auth_error", "quota_exceeded", "rate_limited", "input_error", "insufficient_audio_activity"],
  ...["session_time_limit_exceeded", "transcriber_error", "error"],
] as const;

/** The messages that a client receives. */
export const serverMessages = {
  session_started: z.object({ ...sent("session_started"), session_id: z.uuid(), config }),
  partial_transcript: z.object({
    ...sent("partial_transcript"),
    text: z.string().meta({ description: "All that is not committed, in place of the text before." }),
  }),
  committed_transcript: z.object({ ...sent("committed_transcript"), text: z.string() }),
  committed_transcript_with_timestamps: z.object({
    ...{ ...sent("committed_transcript_with_timestamps"), text: z.string(), language_code: z.string() },
    words: z.array(word).optional().meta({ description: "Times in seconds from the beginning of the audio." }),
  }),
  warning: z.object({ ...sent("warning"), warning: z.string() }),
  ...Object.fromEntries(errorTypes.map((type) => [type, z.object({ ...sent(type), error: z.string() })])),
} as const;
