import { once } from "node:events";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { Logger } from "#src/platform/logger.ts";
import { ConnectionError, LiveSessionError, SpeechError, WorkFailedError } from "#sdk/errors.ts";
import type { SpeechClient } from "#sdk/speech-client.ts";
import { createEventReader, eventBytes, type EventReader, type WyomingEvent, WyomingFault } from "./events.ts";
import { createHearing, type Hearing } from "./hearing.ts";
import { describeService } from "./info.ts";
import type { Peer } from "./peer.ts";
import { createSpeaking, type Speaking } from "./speaking.ts";

export interface ConnectionOptions {
  /** The service, with the account that pays. */
  readonly client: SpeechClient;
  readonly log: Logger;
  /** Ends the work of the connection. */
  readonly stopping: AbortSignal;
}

/** Milliseconds in which a client may read the last event before its connection is cut. */
const lingerMs = 2_000;

/** Answers the events of a connection until the client or the service ends it, or something fails. */
export async function serveConnection(socket: Socket, { client, log, stopping }: ConnectionOptions): Promise<void> {
  const ended = new AbortController();
  const failed = Promise.withResolvers<never>();
  failed.promise.catch(() => undefined);
  const signal = AbortSignal.any([ended.signal, stopping]);
  const reader = createEventReader(socket);
  const peer: Peer = { client, send: senderTo(socket, signal), fail: failed.reject, signal };
  socket.once("close", () => ended.abort());
  try {
    await Promise.race([answerAll(reader, peer), failed.promise, once(ended.signal, "abort"), once(stopping, "abort")]);
  } catch (error) {
    if (!socket.destroyed) socket.write(eventBytes("error", errorData(error, log)));
  }
  ended.abort();
  socket.end();
  // An end that comes before all is read would cost the client the last event.
  await Promise.race([reader.discard().catch(() => undefined), sleep(lingerMs, undefined, { ref: false })]);
  socket.destroy();
}

const senderTo =
  (socket: Socket, signal: AbortSignal): Peer["send"] =>
  async (type, data, payload) => {
    signal.throwIfAborted();
    if (!socket.write(eventBytes(type, data, payload))) await once(socket, "drain", { signal });
  };

/** The work that a connection has begun. */
interface Work {
  readonly hearing: Hearing;
  readonly speaking: Speaking;
}

async function answerAll(reader: EventReader, peer: Peer): Promise<void> {
  const work: Work = { hearing: createHearing(peer), speaking: createSpeaking(peer) };
  for (let event = await reader.next(); event !== null && !peer.signal.aborted; event = await reader.next())
    await answer(event, peer, work);
}

const ping = z.object({ text: z.string().max(1_000).nullish() });

async function answer(event: WyomingEvent, peer: Peer, { hearing, speaking }: Work): Promise<void> {
  const { type, data, payload } = event;
  const handlers: Readonly<Record<string, () => Promise<void> | void>> = {
    describe: async () => peer.send("info", await describeService(peer.client)),
    ping: () => peer.send("pong", { text: ping.safeParse(data).data?.text ?? null }),
    // All that is offered is one program of each kind.
    "select-program": () => undefined,
    transcribe: () => hearing.transcribe(data),
    "audio-start": () => hearing.start(data),
    "audio-chunk": () => hearing.chunk(data, payload),
    "audio-stop": () => hearing.stop(),
    synthesize: () => speaking.synthesize(data),
    "synthesize-start": () => speaking.start(data),
    "synthesize-chunk": () => speaking.chunk(data),
    "synthesize-stop": () => speaking.stop(),
  };
  const handle = Object.hasOwn(handlers, type) ? handlers[type] : undefined;
  if (handle !== undefined) return handle();
  // The frame is whole, so the next event can be read.
  await peer.send("error", { text: `There is no event ${type.slice(0, 40)} here.`, code: "unknown_event" });
}

/** The data of the event that says why a connection ends. Whatever is no fault of the client is logged. */
function errorData(error: unknown, log: Logger): { readonly text: string; readonly code: string } {
  const isKnown =
    error instanceof WyomingFault ||
    error instanceof SpeechError ||
    error instanceof LiveSessionError ||
    error instanceof WorkFailedError;
  if (isKnown) return { text: error.message, code: error.code };
  log.warn({ error: String(error) }, "a request could not be answered");
  if (error instanceof ConnectionError) return { text: error.message, code: "unavailable" };
  return { text: "Internal error.", code: "internal_error" };
}
