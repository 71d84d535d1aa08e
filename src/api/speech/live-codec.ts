import { z } from "zod";
import type { ClientFrame } from "#src/api/sockets/client-channel.ts";
import { closeCodeOf } from "#src/api/sockets/close-codes.ts";
import type { ClientInput, Farewell, LiveCodec, SessionEnd, SessionEvent } from "#src/api/sockets/codec.ts";
import { parseJson } from "#src/api/sockets/worker-link.ts";
import { resumeWithinSeconds } from "#src/domain/live/queries.ts";
import { DomainError } from "#src/errors.ts";

const seconds = z.number().min(0);
const word = z.object({
  ...{ word: z.string(), written: z.string(), spoken: z.string() },
  ...{ start: seconds, end: seconds, confidence: z.number() },
});

/** The messages that a client sends beside its sound. */
export const clientMessages = {
  keepalive: z.object({ type: z.literal("keepalive") }),
  finalize: z.object({ type: z.literal("finalize") }),
  close: z.object({ type: z.literal("close") }),
} as const;

const clientMessage = z.discriminatedUnion("type", [
  clientMessages.keepalive,
  clientMessages.finalize,
  clientMessages.close,
]);

/** The messages that a client receives. */
export const serverMessages = {
  session_started: z.object({
    ...{ type: z.literal("session_started"), request_id: z.uuid(), expires_at: z.iso.datetime() },
    ...{ resume_token: z.string(), resume_within_seconds: z.int(), from_seconds: seconds },
    last_final_id: z.string().nullable(),
  }),
  session_ready: z.object({ type: z.literal("session_ready"), model: z.string(), language: z.string() }),
  speech_started: z.object({ type: z.literal("speech_started"), at: seconds }),
  partial: z.object({
    ...{ type: z.literal("partial"), text: z.string(), start: seconds, end: seconds },
    ...{ committed: z.int(), words: z.array(word).optional() },
  }),
  final: z.object({
    ...{ type: z.literal("final"), id: z.string(), text: z.string(), start: seconds, end: seconds },
    ...{ confidence: z.number(), language: z.string(), language_probability: z.number().nullable() },
    ...{ speech_final: z.boolean(), from_finalize: z.boolean(), replaces: z.array(z.string()) },
    words: z.array(word).optional(),
  }),
  going_away: z.object({ type: z.literal("going_away"), reconnect_within_ms: z.int() }),
  error: z.object({
    ...{ type: z.literal("error"), code: z.string(), message: z.string(), docs_url: z.url(), request_id: z.uuid() },
  }),
  session_ended: z.object({
    ...{ type: z.literal("session_ended"), duration_seconds: seconds, credits_consumed: z.int(), request_id: z.uuid() },
  }),
} as const;

interface CodecOptions {
  readonly requestId: string;
  readonly publicUrl: string;
  readonly expiresAt: Date;
  /** The token by which the session is resumed after this connection. */
  readonly resumeToken: string;
  /** The second of the stream from which the client sends its sound. */
  readonly from: number;
  readonly lastFinalId: string | null;
  readonly hasWords: boolean;
  readonly hasPartials: boolean;
}

/** The protocol of `/v1/speech/live`. */
export const createLiveCodec = (options: CodecOptions): LiveCodec => ({
  read: readFrame,
  present: (event) => present(event, options),
  end: (ended) => farewell(ended, options),
});

function readFrame({ isBinary, data }: ClientFrame): readonly ClientInput[] {
  if (isBinary) return data.length === 0 ? [] : [{ type: "sound", sound: data }];
  const read = clientMessage.safeParse(parseJson(data.toString()));
  if (!read.success) {
    const text = "Text frames are keepalive, finalize or close, as JSON. Send audio in binary frames.";
    return [{ type: "fault", error: new DomainError("malformed_request", text) }];
  }
  const { type } = read.data;
  return [{ type: type === "keepalive" ? "keep_alive" : type }];
}

function present(event: SessionEvent, options: CodecOptions): readonly object[] {
  const { type } = event;
  switch (type) {
    case "opened":
      return [presentStart(options)];
    case "ready":
      return [{ type: "session_ready", model: event.model, language: event.language }];
    case "speech_started":
      return [{ type, at: event.at }];
    case "partial":
      return options.hasPartials ? [presentPartial(event, options)] : [];
    case "final":
      return [presentFinal(event, options)];
    case "going_away":
      return [{ type, reconnect_within_ms: event.inMs }];
    case "configured":
    case "progress":
      return [];
  }
}

function presentStart({ requestId, expiresAt, resumeToken, from, lastFinalId }: CodecOptions) {
  return {
    ...{ type: "session_started", request_id: requestId, expires_at: expiresAt.toISOString() },
    ...{ resume_token: resumeToken, resume_within_seconds: resumeWithinSeconds },
    ...{ from_seconds: from, last_final_id: lastFinalId },
  };
}

type Said = Extract<SessionEvent, { readonly type: "partial" | "final" }>;

const wordsOf = ({ words }: Said, { hasWords }: CodecOptions) =>
  hasWords ? { words: words.map((one) => ({ ...one, spoken: one.word })) } : {};

function presentPartial(event: Extract<Said, { readonly type: "partial" }>, options: CodecOptions) {
  const { type, text, start, end, committed } = event;
  return { type, text, start, end, committed, ...wordsOf(event, options) };
}

function presentFinal(event: Extract<Said, { readonly type: "final" }>, options: CodecOptions) {
  const { type, id, text, start, end, confidence, language, language_probability } = event;
  const { speech_final, from_finalize, replaces } = event;
  return {
    ...{ type, id, text, start, end, confidence, language, language_probability, speech_final, from_finalize },
    ...{ replaces, ...wordsOf(event, options) },
  };
}

function farewell({ seconds: heard, credits, error }: SessionEnd, options: CodecOptions): Farewell {
  const { requestId: request_id, publicUrl } = options;
  const ended = { type: "session_ended", duration_seconds: heard, credits_consumed: credits, request_id };
  const last = credits === null ? [] : [ended];
  if (error === null) return { messages: last, code: 1000, reason: "" };
  const { code, message, facts } = error;
  const fault = { type: "error", code, message, docs_url: `${publicUrl}/docs/errors#${code}`, request_id, ...facts };
  return { messages: [fault, ...last], code: closeCodeOf(code), reason: code };
}
