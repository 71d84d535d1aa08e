import { WebSocket } from "ws";
import { z } from "zod";
import { finalResult, partialResult } from "#src/domain/live/finals.ts";
import type { TranscriptionOptions } from "#src/domain/speech/transcription-options.ts";

/** The kinds of sound that a worker reads. */
export const liveEncodings = ["pcm_s16le", "pcm_f32le", "mulaw", "alaw", "container"] as const;
export type LiveEncoding = (typeof liveEncodings)[number];

/** The first message to a worker. */
export interface StartMessage {
  readonly request_id: string;
  readonly account: string;
  readonly language: string;
  readonly model: string;
  readonly encoding: LiveEncoding;
  readonly sample_rate: number;
  readonly channels: 1;
  readonly interim_results: boolean;
  /** Silence that ends an utterance; null where silence alone ends none. */
  readonly endpointing_ms: number | null;
  /** `smart` where a model may end an utterance in a shorter silence. */
  readonly end_of_turn: "silence" | "smart";
  readonly revises: boolean;
  readonly format: TranscriptionOptions["transcriptFormat"];
}

const workerEvent = z.discriminatedUnion("type", [
  z.object({ type: z.literal("ready"), model: z.string(), language: z.string() }),
  z.object({ type: z.literal("speech_started"), at: z.number() }),
  partialResult.extend({ type: z.literal("partial") }),
  finalResult.extend({ type: z.literal("final") }),
  z.object({ type: z.literal("progress"), seconds: z.number(), lag_seconds: z.number().default(0) }),
  z.object({ type: z.literal("ended"), seconds: z.number() }),
  z.object({ type: z.literal("error"), code: z.string(), message: z.string() }),
]);

/** A message of a worker. Times in seconds from the first sound that it was sent. */
export type WorkerEvent = Readonly<z.output<typeof workerEvent>>;

/** Hears of the connection of a session to its worker. */
export interface WorkerListener {
  /** Resolves when the event was taken. While too many wait for that, no more are read from the worker. */
  readonly event: (event: WorkerEvent) => Promise<void>;
  /** The worker has taken what was sent, so that there is room for more. */
  readonly drained: () => void;
  /** The connection has ended, for whatever reason. Nothing comes any more. */
  readonly gone: () => void;
}

export interface WorkerLink {
  /** Sends the first message. */
  start(message: StartMessage): void;
  send(sound: Buffer): void;
  control(type: "finalize" | "close"): void;
  /** Ends it at once. */
  abort(): void;
  /** Bytes that the worker has not taken. */
  readonly waitingBytes: number;
}

const connectTimeoutMs = 5_000;
/** The largest message of a worker, in bytes. */
const maxPayload = 4 * 1024 * 1024;

/** Bytes of events that have not been taken beyond which a worker is not read. */
const mostUntakenBytes = 1024 * 1024;

/** The address of a worker's sessions for the client of WebSockets. */
const addressOf = (address: string): string =>
  address.startsWith("unix:")
    ? `ws+unix://${address.slice("unix:".length)}:/sessions`
    : `${address.replace(/^http/, "ws").replace(/\/$/, "")}/sessions`;

/** Opens a connection for a session at a worker. @throws Error where it cannot be reached or refuses */
export async function openWorkerLink(
  { address, secret }: { readonly address: string; readonly secret: string },
  listener: WorkerListener,
): Promise<WorkerLink> {
  const socket = new WebSocket(addressOf(address), {
    ...{ maxPayload, perMessageDeflate: false, handshakeTimeout: connectTimeoutMs },
    headers: { authorization: `Bearer ${secret}` },
  });
  const opened = Promise.withResolvers<void>();
  socket.on("open", opened.resolve).on("error", opened.reject);
  await opened.promise;
  let untaken = 0;
  const take = async (data: Buffer): Promise<void> => {
    untaken += data.length;
    if (untaken > mostUntakenBytes) socket.pause();
    await listener.event(readEvent(data.toString()));
    untaken -= data.length;
    if (untaken <= mostUntakenBytes) socket.resume();
  };
  socket.on("message", (data: Buffer, isBinary) => {
    if (!isBinary) void take(data);
  });
  socket.on("close", listener.gone);
  return {
    start: (message) => socket.send(JSON.stringify({ type: "start", ...message })),
    send: (sound) => socket.send(sound, { binary: true }, () => listener.drained()),
    control: (type) => socket.send(JSON.stringify({ type })),
    abort: () => socket.terminate(),
    get waitingBytes() {
      return socket.bufferedAmount;
    },
  };
}

/** A message that cannot be read is a fault of the worker. */
function readEvent(text: string): WorkerEvent {
  const read = workerEvent.safeParse(parseJson(text));
  return read.success
    ? read.data
    : { type: "error", code: "engine_unavailable", message: "The worker sent a message that cannot be read." };
}

/** The value of a JSON text; undefined where it is none. */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

/** An event with the times of the session. @param from the second of the session at which the worker began */
export function shift(event: WorkerEvent, from: number): WorkerEvent {
  if (event.type === "speech_started") return { ...event, at: event.at + from };
  if (event.type === "progress" || event.type === "ended") return { ...event, seconds: event.seconds + from };
  if (event.type !== "partial" && event.type !== "final") return event;
  const words = event.words.map((word) => ({ ...word, start: word.start + from, end: word.end + from }));
  return { ...event, start: event.start + from, end: event.end + from, words };
}
