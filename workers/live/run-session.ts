import type { RawData, WebSocket } from "ws";
import { DomainError } from "#src/errors.ts";
import type { Logger } from "#src/platform/logger.ts";
import type { Workspace } from "#src/platform/disk/workspace.ts";
import type { StreamDecoder } from "#workers/speech/audio/container-decoder.ts";
import { openDecoder } from "#workers/speech/audio/open-decoder.ts";
import { type LiveEngine, type LiveMeasure, liveRate } from "#workers/speech/live/live-types.ts";
import { type LiveSession, openLiveSession } from "#workers/speech/live/open-live-session.ts";
import { type LiveCommand, liveCommand, type LiveStart, messageOf, openSayer, type Say } from "./messages.ts";
import { openRateGuard, type RateGuard } from "./rate-guard.ts";
import { watchAlive } from "./watch-alive.ts";

/** The parts that sessions share. */
export interface SessionParts {
  /** The engine for sessions in this language by this model. @throws DomainError `language_unsupported`, `engine_unavailable` */
  readonly engineFor: (start: Pick<LiveStart, "language" | "model" | "end_of_turn">) => {
    readonly engine: LiveEngine;
    readonly model: string;
  };
  readonly workspace: Workspace;
  readonly log: Logger;
  readonly observe: (measured: LiveMeasure) => void;
  /** Milliseconds. */
  readonly now: () => number;
}

/** A session over a connection. */
export interface RunningSession {
  /** Seconds of sound that came, and was not followed or waits to be read for good. */
  lagSeconds(): number;
  /** Ends it in order: the open utterance is told first. */
  end(): void;
  readonly ended: Promise<void>;
}

const closing = { done: 1000, failed: 1011 } as const;
/** While more waits to be decoded and followed, or to be read by the engine, the connection is not read. */
const [mostWaitingBytes, mostPendingSeconds] = [256 * 1024, 30];
const bytesPerSample = 2;
const resumeEveryMs = 20;
const progressEveryMs = 500;
/** The silence that ends an utterance of a session whose ends of turns were found by Smart Turn, at a process that does not have it. */
const withoutTurnsMs = 500;
/** The API ends a session whose client sends nothing before this. */
const startWithinMs = 600_000;
/** Seconds of sound: no microphone is faster for long, but what was held back while a connection was broken comes at once. */
const soundRate = { perSecond: 2, atOnce: 36 } as const;
/** Bytes of a container, of which some may be no sound. */
const byteRate = { perSecond: 1024 * 1024, atOnce: 32 * 1024 * 1024 } as const;
/** A connection that does not answer two of these is gone. */
const pingEveryMs = 20_000;

/** Serves a connection of the API: a `start`, then sound and commands, until either side ends it. */
export function runSession(socket: WebSocket, parts: SessionParts): RunningSession {
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const state: State = {
    ...{ socket, parts, say: openSayer(socket), open: null },
    ...{ progressMs: 0, isClosing: false, isOver: false },
  };
  const late = setTimeout(() => fail(state, "invalid_message", "The session was not started."), startWithinMs);
  const alive = watchAlive(socket, pingEveryMs);
  // One after the other, since a session opens with some work.
  let handled: Promise<void> = Promise.resolve();
  socket.on("message", (data, isBinary) => {
    clearTimeout(late);
    if (state.isClosing) return;
    handled = handled.then(() => take(state, data, isBinary)).catch((error: unknown) => failWith(state, error));
  });
  // The library closes the connection by itself, and says why by its code, which an end at once would cut off.
  socket.on("error", () => undefined);
  socket.on("close", () => {
    clearTimeout(late);
    alive[Symbol.dispose]();
    state.isOver = true;
    // The command that is handled may wait for a reading, which this ends.
    state.open?.session.abort();
    void handled
      .then(() => state.open?.[Symbol.asyncDispose]())
      .catch((error: unknown) => parts.log.warn({ error: String(error) }, "a live session left something behind"))
      .finally(resolve);
  });
  return {
    lagSeconds: () => (state.open === null ? 0 : lagOf(state.open.session)),
    end: () => {
      handled = handled.then(() => closeInOrder(state)).catch((error: unknown) => failWith(state, error));
    },
    ended,
  };
}

interface OpenSession extends AsyncDisposable {
  readonly session: LiveSession;
  readonly decoder: StreamDecoder;
  readonly guards: { readonly sound: RateGuard; readonly bytes: RateGuard };
}

const lagOf = ({ behind, pending }: LiveSession): number => (behind + pending) / liveRate;

interface State {
  readonly socket: WebSocket;
  readonly parts: SessionParts;
  readonly say: Say;
  open: OpenSession | null;
  progressMs: number;
  /** True when no more sound or commands are taken. */
  isClosing: boolean;
  isOver: boolean;
}

async function take(state: State, data: RawData, isBinary: boolean): Promise<void> {
  if (state.isOver || state.isClosing) return;
  if (isBinary) return takeSound(state, bytesOf(data));
  const command = commandIn(bytesOf(data));
  if (command === null || (command.type === "start") !== (state.open === null)) {
    return fail(state, "invalid_message", "The message is none of the protocol, or comes at the wrong time.");
  }
  if (command.type === "start") await begin(state, command);
  else if (command.type === "finalize") state.open?.session.finalize();
  else await closeInOrder(state);
}

function bytesOf(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data);
  return Buffer.isBuffer(data) ? data : Buffer.from(data);
}

function commandIn(bytes: Buffer): LiveCommand | null {
  try {
    return liveCommand.safeParse(JSON.parse(bytes.toString("utf8"))).data ?? null;
  } catch {
    return null;
  }
}

async function begin(state: State, start: LiveStart): Promise<void> {
  const { parts, say } = state;
  const { engine, model } = parts.engineFor(start);
  const isBlind = start.end_of_turn === "smart" && engine.judgeTurn === null;
  const folder = await parts.workspace.folder();
  const guards = { sound: openRateGuard(soundRate, parts.now), bytes: openRateGuard(byteRate, parts.now) };
  const session = openLiveSession(engine, {
    ...{ language: start.language, format: start.format, interimResults: start.interim_results },
    endpointingMs: isBlind ? withoutTurnsMs : start.endpointing_ms,
    ...{ endOfTurn: start.end_of_turn, revises: start.revises },
    owner: { account: start.account, file: state },
    onEvent: (event) => say(messageOf(event)),
    onError: (error) => failWith(state, error),
    observe: parts.observe,
  });
  const decoder = openDecoder({
    ...{ encoding: start.encoding, sampleRate: start.sample_rate, outputRate: liveRate, directory: folder.path },
    onSamples: (samples) => {
      if (state.isOver) return;
      if (!guards.sound.take(samples.length / liveRate)) {
        return fail(state, "too_fast", "The sound comes faster than twice real time.");
      }
      session.write(samples);
      tellProgress(state, session);
    },
    onError: (error) => failWith(state, error),
  });
  state.open = {
    session,
    decoder,
    guards,
    [Symbol.asyncDispose]: async () => {
      session.abort();
      await decoder[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
  say({ type: "ready", model, language: start.language });
}

function takeSound(state: State, bytes: Buffer): void {
  const { open, socket, parts } = state;
  if (open === null) return fail(state, "invalid_message", "Sound came before the session was started.");
  if (!open.guards.bytes.take(bytes.length)) {
    return fail(state, "too_fast", "More than a mebibyte comes in a second.");
  }
  open.decoder.write(bytes);
  if (!isBehind(open) || socket.isPaused) return;
  socket.pause();
  const pausedMs = parts.now();
  const looking = setInterval(() => {
    if (!state.isOver && isBehind(open)) return;
    clearInterval(looking);
    for (const guard of [open.guards.sound, open.guards.bytes]) guard.heldBack(parts.now() - pausedMs);
    socket.resume();
  }, resumeEveryMs);
}

const isBehind = ({ session, decoder }: OpenSession): boolean =>
  decoder.waiting + session.behind * bytesPerSample > mostWaitingBytes ||
  session.pending > mostPendingSeconds * liveRate;

function tellProgress(state: State, session: LiveSession): void {
  const nowMs = state.parts.now();
  if (nowMs < state.progressMs + progressEveryMs) return;
  state.progressMs = nowMs;
  state.say({ type: "progress", seconds: session.written / liveRate, lag_seconds: lagOf(session) });
}

async function closeInOrder(state: State): Promise<void> {
  const { open, say, socket } = state;
  state.isClosing = true;
  if (open === null) return socket.close(closing.done);
  await open.decoder.end();
  await open.session.close();
  if (state.isOver) return;
  state.isOver = true;
  say({ type: "ended", seconds: open.session.written / liveRate });
  socket.close(closing.done);
}

/** Why an engine does not work is for the log: it names paths, and may repeat what a program said. */
function failWith(state: State, error: unknown): void {
  const isKnown = error instanceof DomainError;
  if (isKnown && error.code === "audio_unusable") return fail(state, "unsupported_audio", error.message);
  if (!isKnown || error.code === "engine_unavailable") {
    state.parts.log.error({ error: String(error) }, "a live session failed");
  }
  if (!isKnown) fail(state, "internal_error", "The session failed.");
  else
    fail(state, error.code, error.code === "engine_unavailable" ? new DomainError(error.code).message : error.message);
}

function fail(state: State, code: string, message: string): void {
  if (state.isOver) return;
  state.isOver = true;
  state.say({ type: "error", code, message });
  state.socket.close(closing.failed);
  state.open?.session.abort();
}
