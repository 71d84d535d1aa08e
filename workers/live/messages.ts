import { z } from "zod";
import { transcriptFormats } from "#db/engine-schema.ts";
import { usualSampleRates } from "#src/domain/speech/audio-formats.ts";
import { rawEncodings } from "#workers/speech/audio/open-decoder.ts";
import { endsOfTurn, type LiveEvent } from "#workers/speech/live/live-types.ts";

const mostEndpointingMs = 60_000;

/** The first message of a session, and those that may follow. Sound comes in binary messages. */
export const liveCommand = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("start"),
    request_id: z.string().min(1),
    account: z.string().min(1),
    /** A primary tag, or `auto`. */
    language: z.string().min(2),
    /** `auto`, `fast`, `accurate`, or the name of a model. */
    model: z.string().min(1).default("auto"),
    encoding: z.enum([...rawEncodings, "container"]),
    sample_rate: z.literal(usualSampleRates).default(usualSampleRates[0]),
    channels: z.literal(1).default(1),
    interim_results: z.boolean().default(true),
    endpointing_ms: z.number().min(0).max(mostEndpointingMs).nullable().default(null),
    /** `smart` where Smart Turn may end an utterance before `endpointing_ms`. */
    end_of_turn: z.enum(endsOfTurn).default("silence"),
    revises: z.boolean().default(false),
    format: z.enum(transcriptFormats).default("smart"),
  }),
  z.object({ type: z.literal("finalize") }),
  z.object({ type: z.literal("close") }),
]);
export type LiveCommand = z.output<typeof liveCommand>;
export type LiveStart = Extract<LiveCommand, { type: "start" }>;

/** An event as the API receives it. */
export function messageOf(event: LiveEvent): Readonly<Record<string, unknown>> {
  if (event.kind === "speech_started") return { type: event.kind, at: event.at };
  const { kind: type, start, end, text } = event;
  const words = event.words.map(({ word, written, start: from, end: to, confidence }) => {
    return { word, written, start: from, end: to, confidence };
  });
  if (event.kind === "partial") return { type, start, end, text, words, committed: event.committed };
  const { id, confidence, language, model, replaces } = event;
  return {
    ...{ type, id, start, end, text, words, confidence, language, model, replaces },
    confidence_source: event.confidenceSource,
    language_probability: event.languageProbability,
    speech_final: event.speechFinal,
    from_finalize: event.fromFinalize,
  };
}

/** Sends a message. */
export type Say = (message: Readonly<Record<string, unknown>>) => void;

/** The part of a websocket that is used. */
interface Sending {
  readonly readyState: number;
  readonly OPEN: number;
  send(text: string, sent?: () => void): void;
}

/** Sends messages. Of interim results that cannot be sent at once, the newest waits alone; a final takes the place of what waits. */
export function openSayer(socket: Sending): Say {
  let isSending = false;
  let waiting: Readonly<Record<string, unknown>> | null = null;
  const sendPartial = (message: Readonly<Record<string, unknown>>): void => {
    isSending = true;
    socket.send(JSON.stringify(message), () => {
      isSending = false;
      const next = waiting;
      waiting = null;
      if (next !== null) sendPartial(next);
    });
  };
  return (message) => {
    if (socket.readyState !== socket.OPEN) return;
    if (message["type"] !== "partial") {
      if (message["type"] === "final") waiting = null;
      return socket.send(JSON.stringify(message));
    }
    if (isSending) waiting = message;
    else sendPartial(message);
  };
}
