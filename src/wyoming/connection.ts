import { once } from "node:events";
import type { Duplex } from "node:stream";
import { finished } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { Logger } from "#src/platform/logger.ts";
import { endsWithin } from "#src/platform/shutdown.ts";
import { ConnectionError, LiveSessionError, SpeechError, WorkFailedError } from "#sdk/errors.ts";
import type { SpeechClient } from "#sdk/speech-client.ts";
import type { Budget } from "./budget.ts";
import { createEventReader, eventBytes, type EventReader, type WyomingEvent, WyomingFault } from "./events.ts";
import { createHearing, type Hearing } from "./hearing.ts";
import { describeService } from "./info.ts";
import type { Peer } from "./peer.ts";
import { createSpeaking, type Speaking } from "./speaking.ts";

export interface ConnectionOptions {
  /** The service, with the account that pays. */
  readonly client: SpeechClient;
  readonly log: Logger;
  /** The sound that all connections hold. */
  readonly budget: Budget;
  readonly liveTags: Peer["liveTags"];
}

/** A TCP connection. */
interface Line extends Duplex {
  /** Has `timeout` emitted after so many milliseconds without a byte; never with 0. */
  setTimeout(ms: number): unknown;
}

export interface Connection {
  readonly closed: Promise<void>;
  /** Ends it as soon as no work of it is open. */
  drain(): void;
  /** Ends it at once; work that is open is answered by an `error`. */
  cut(): void;
}

/** Milliseconds without a byte in either direction, while the client is waited for. */
const idleMs = 300_000;
/** Milliseconds in which a client may read what is left, and, after that or after an error, in which it may end its own side. */
const [flushMs, lingerMs] = [30_000, 2_000] as const;

const stoppedText = "The service is being stopped. Try again in a moment.";

/** Answers the events of a connection until the client or the service ends it, or something fails. */
export function openConnection(socket: Line, { client, log, budget, liveTags }: ConnectionOptions): Connection {
  const failed = Promise.withResolvers<never>();
  failed.promise.catch(() => undefined);
  const over = Promise.withResolvers<void>();
  const ended = new AbortController();
  const state: State = { isHandling: false, isDraining: false };
  const send = senderTo(socket, ended.signal, state);
  const share = budget.share();
  const reader = createEventReader(socket, (bytes) => share.hold(bytes));
  const more = { share, liveTags, ending: new Set<Promise<void>>() };
  const peer: Peer = { client, send, fail: failed.reject, signal: ended.signal, ...more };
  const work: Work = { hearing: createHearing(peer), speaking: createSpeaking(peer) };
  const open: Open = { socket, reader, peer, work, state };
  socket.once("close", () => over.resolve());
  socket.on("timeout", () => socket.destroy());
  const serve = async (): Promise<void> => {
    try {
      await Promise.race([answerAll(open), failed.promise, over.promise]);
    } catch (error) {
      if (!socket.destroyed) socket.write(eventBytes("error", errorData(error, log)));
    }
    ended.abort();
    await endSocket(open, failed.promise);
    share[Symbol.dispose]();
  };
  const drain = (): void => {
    state.isDraining = true;
    if (!isBusy(state, work)) over.resolve();
  };
  return { closed: serve(), drain, cut: () => failed.reject(new WyomingFault("unavailable", stoppedText)) };
}

/** Ends the connection when the client has read all, or has had its time. @param failed rejects where there is less time */
async function endSocket({ socket, reader, peer }: Open, failed: Promise<never>): Promise<void> {
  socket.end();
  const hurry = failed.catch(() => sleep(lingerMs, undefined, { ref: false }));
  const flushed = finished(socket, { readable: false }).catch(() => undefined);
  await Promise.race([endsWithin(flushed, flushMs), hurry]);
  // An end that comes before all is read would cost the client the last event.
  await endsWithin(Promise.allSettled([reader.discard(), ...peer.ending]), lingerMs);
  socket.destroy();
}

interface State {
  /** Whether an event is being answered. */
  isHandling: boolean;
  isDraining: boolean;
}

/** A client that has to wait for us is not idle. */
const watch = (socket: Line, { isHandling }: State): void => void socket.setTimeout(isHandling ? 0 : idleMs);

const senderTo =
  (socket: Line, signal: AbortSignal, state: State): Peer["send"] =>
  async (type, data, payload) => {
    signal.throwIfAborted();
    if (socket.write(eventBytes(type, data, payload))) return;
    // Now the client is waited for.
    socket.setTimeout(idleMs);
    await once(socket, "drain", { signal });
    watch(socket, state);
  };

/** The work that a connection has begun. */
interface Work {
  readonly hearing: Hearing;
  readonly speaking: Speaking;
}

const isBusy = ({ isHandling }: State, { hearing, speaking }: Work): boolean =>
  isHandling || hearing.isOpen() || speaking.isOpen();

/** A connection with all that belongs to it. */
interface Open {
  readonly socket: Line;
  readonly reader: EventReader;
  readonly peer: Peer;
  readonly work: Work;
  readonly state: State;
}

async function answerAll({ socket, reader, peer, work, state }: Open): Promise<void> {
  const handling = (isHandling: boolean): void => {
    state.isHandling = isHandling;
    watch(socket, state);
  };
  handling(false);
  for (let event = await reader.next(); event !== null && !peer.signal.aborted; event = await reader.next()) {
    handling(true);
    await answer(event, peer, work);
    peer.share.release(event.payload.length);
    handling(false);
    if (state.isDraining && !isBusy(state, work)) return;
  }
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
