import { z } from "zod";
import type { ClientFrame } from "#src/api/sockets/client-channel.ts";
import type { SpeakingCodec, SpeakingEvent, SpeakingInput } from "#src/api/sockets/speaking-codec.ts";
import { parseJson } from "#src/api/sockets/worker-link.ts";
import { synthesisTextMax } from "#src/api/speech/synthesis-fields.ts";
import { parseText } from "#src/api/validation/text.ts";
import { DomainError } from "#src/errors.ts";
import { modelVersion, uuidOfModel } from "./models.ts";
import { closeFrame, type CloseFrames } from "./sockets.ts";

/** The messages that a client sends. */
export const speakMessages = {
  Speak: z.object({ type: z.literal("Speak"), text: z.string() }),
  Flush: z.object({ type: z.literal("Flush") }),
  Clear: z.object({ type: z.literal("Clear") }),
  Close: z.object({ type: z.literal("Close") }),
} as const;

const speakMessage = z.discriminatedUnion("type", [
  speakMessages.Speak,
  speakMessages.Flush,
  speakMessages.Clear,
  speakMessages.Close,
]);

const sequenceId = z.int().nonnegative();

/** The messages that a client receives beside the sound. */
export const spokenMessages = {
  Metadata: z.object({
    ...{ type: z.literal("Metadata"), request_id: z.uuid(), model_name: z.string() },
    ...{ model_version: z.string(), model_uuid: z.uuid() },
  }),
  Flushed: z.object({ type: z.literal("Flushed"), sequence_id: sequenceId }),
  Cleared: z.object({ type: z.literal("Cleared"), sequence_id: sequenceId }),
  Warning: z.object({ type: z.literal("Warning"), description: z.string(), code: z.string() }),
} as const;

interface SpeakCodecOptions {
  readonly requestId: string;
  /** The voice as it was sent. */
  readonly model: string;
}

/** Deepgram's protocol of `/v1/speak`. */
export function createSpeakCodec(options: SpeakCodecOptions): SpeakingCodec {
  const counts = { flushed: 0, cleared: 0 };
  let closes = faultCloses;
  return {
    read: (frame) => {
      if (frame.isBinary) closes = { ...closes, malformed_request: { code: 1003, name: "MESSAGE-0000" } };
      return [readFrame(frame)];
    },
    present: (event) => present(event, options, counts),
    end: (error) => {
      if (error === null) return { messages: [], code: 1000, reason: "" };
      const warning = { type: "Warning", description: error.message, code: error.code.toUpperCase() };
      return { messages: [warning], ...closeFrame(error, closes) };
    },
  };
}

/** A socket speaks one text. */
const context = "";

function readFrame({ isBinary, data }: ClientFrame): SpeakingInput {
  if (isBinary) return fault("malformed_request", "Send text, not audio: messages of JSON in text frames.");
  const read = speakMessage.safeParse(parseJson(data.toString()));
  if (!read.success)
    return fault("malformed_request", "A message is Speak with a text, Flush, Clear or Close, as JSON.");
  const { data: message } = read;
  if (message.type === "Flush") return { type: "flush", context };
  if (message.type === "Clear") return { type: "clear", context };
  if (message.type === "Close") return { type: "end" };
  const parsed = parseText(message.text, { max: synthesisTextMax });
  if (parsed.ok) return { type: "text", context, text: parsed.value };
  const code = parsed.fault.type === "string_too_long" ? "body_too_large" : "malformed_request";
  return fault(code, `text: ${parsed.fault.msg}`);
}

const fault = (code: "malformed_request" | "body_too_large", message: string): SpeakingInput => ({
  type: "fault",
  error: new DomainError(code, message),
});

function present(
  event: SpeakingEvent,
  { requestId, model }: SpeakCodecOptions,
  counts: { flushed: number; cleared: number },
): readonly (Buffer | object)[] {
  switch (event.type) {
    case "opened": {
      const voice = { model_name: model, model_version: modelVersion, model_uuid: uuidOfModel(model) };
      return [{ type: "Metadata", request_id: requestId, ...voice }];
    }
    case "begun":
    case "closed":
    case "refused":
      return [];
    case "sound":
      return event.chunk.content.length === 0 ? [] : [event.chunk.content];
    case "flushed":
      counts.flushed += 1;
      return [{ type: "Flushed", sequence_id: counts.flushed - 1 }];
    case "cleared":
      counts.cleared += 1;
      return [{ type: "Cleared", sequence_id: counts.cleared - 1 }];
  }
}

const internal = { code: 1011, name: "NET-0000" } as const;

const faultCloses: CloseFrames = {
  malformed_request: { code: 1008, name: "DATA-0000" },
  rate_limited: { code: 1008, name: "DATA-0001" },
  body_too_large: { code: 1009, name: "BIG-0001" },
  request_timeout: { code: 1011, name: "NET-0003" },
  ...{ engine_unavailable: internal, engine_timeout: internal, wait_timeout: internal, internal_error: internal },
  unavailable: { code: 1012, name: "" },
};
