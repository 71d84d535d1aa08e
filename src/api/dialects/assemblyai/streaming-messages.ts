import { z } from "zod";

const count = z.int().min(0);
const confidence = z.number().min(0).max(1);

/** The messages that a client sends beside its sound. */
export const clientMessages = {
  ForceEndpoint: z.object({ type: z.literal("ForceEndpoint") }),
  KeepAlive: z.object({ type: z.literal("KeepAlive") }),
  Terminate: z.object({ type: z.literal("Terminate") }),
  UpdateConfiguration: z.looseObject({ type: z.literal("UpdateConfiguration"), format_turns: z.boolean().nullish() }),
} as const;

export const clientMessage = z.discriminatedUnion("type", [
  clientMessages.ForceEndpoint,
  clientMessages.KeepAlive,
  clientMessages.Terminate,
  clientMessages.UpdateConfiguration,
]);

/** The messages that a client receives. */
export const serverMessages = {
  Begin: z.object({
    ...{ type: z.literal("Begin"), id: z.uuid(), expires_at: z.int() },
    configuration: z.object({ model: z.string(), api_version: z.string() }),
  }),
  SpeechStarted: z.object({ type: z.literal("SpeechStarted"), timestamp: count }),
  Turn: z.object({
    ...{ type: z.literal("Turn"), turn_order: count, turn_is_formatted: z.boolean(), end_of_turn: z.boolean() },
    ...{ end_of_turn_confidence: confidence, transcript: z.string(), utterance: z.string() },
    words: z.array(z.object({ text: z.string(), start: count, end: count, confidence, word_is_final: z.boolean() })),
    ...{ language_code: z.string().optional(), language_confidence: confidence.optional() },
  }),
  Warning: z.object({ type: z.literal("Warning"), warning_code: z.int(), warning: z.string() }),
  Error: z.object({ type: z.literal("Error"), error_code: z.int(), error: z.string() }),
  Termination: z.object({
    ...{ type: z.literal("Termination"), audio_duration_seconds: count, session_duration_seconds: count },
  }),
} as const;
