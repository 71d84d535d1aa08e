import { z } from "zod";

/** The messages that a client sends beside its sound. */
export const clientMessages = {
  KeepAlive: z.object({ type: z.literal("KeepAlive") }),
  Finalize: z.object({ type: z.literal("Finalize"), channel: z.unknown().optional() }),
  CloseStream: z.object({ type: z.literal("CloseStream") }),
  Configure: z.object({
    type: z.literal("Configure"),
    keyterms: z.array(z.string()).nullish(),
    features: z.record(z.string(), z.boolean()).nullish(),
  }),
} as const;

const channel = z.tuple([z.literal(0), z.literal(1)]);
const seconds = z.number();
const requestId = z.uuid();

/** The messages that a client receives. */
export const serverMessages = {
  Results: z.object({
    ...{ type: z.literal("Results"), channel_index: channel, start: seconds, duration: seconds },
    ...{ is_final: z.boolean(), speech_final: z.boolean(), from_finalize: z.boolean() },
    channel: z.object({
      alternatives: z.array(
        z.object({
          ...{ transcript: z.string(), confidence: z.number(), languages: z.array(z.string()).optional() },
          words: z.array(
            z.object({
              ...{ word: z.string(), start: seconds, end: seconds, confidence: z.number() },
              punctuated_word: z.string().optional(),
            }),
          ),
        }),
      ),
    }),
    metadata: z.object({
      ...{ request_id: requestId, model_uuid: z.uuid() },
      model_info: z.object({ name: z.string(), version: z.string(), arch: z.string() }),
    }),
  }),
  SpeechStarted: z.object({ type: z.literal("SpeechStarted"), channel, timestamp: seconds }),
  UtteranceEnd: z.object({ type: z.literal("UtteranceEnd"), channel, last_word_end: seconds }),
  Metadata: z.object({
    ...{ type: z.literal("Metadata"), transaction_key: z.literal("deprecated"), request_id: requestId },
    ...{ sha256: z.string(), created: z.iso.datetime(), duration: seconds, channels: z.int() },
  }),
  ConfigureFailure: z.object({
    ...{ type: z.literal("ConfigureFailure"), request_id: requestId, code: z.string(), description: z.string() },
  }),
  Error: z.object({
    ...{ type: z.literal("Error"), variant: z.string(), description: z.string(), message: z.string() },
  }),
} as const;

/** Any message of a client. */
export const clientMessage = z.discriminatedUnion("type", [
  clientMessages.KeepAlive,
  clientMessages.Finalize,
  clientMessages.CloseStream,
  clientMessages.Configure,
]);
