import type { WebSocket } from "ws";
import type { SpeechStream } from "#src/api/results/stream-synthesis.ts";
import { isKeyActive } from "#src/domain/api-keys/active-key.ts";
import { DomainError } from "#src/errors.ts";
import type { Resources } from "#src/platform/resources.ts";
import { type ClientChannel, type ClientFrame, openClientChannel } from "./client-channel.ts";
import type { SpeakingCodec, SpeakingEvent, SpeakingInput } from "./speaking-codec.ts";
import { createTextQueue, type TextQueue } from "./text-queue.ts";

/** Programs send a text word by word, all of it at once. */
const textFrames = { perSecond: 500, burst: 5_000 } as const;
/** The most characters of a client that wait to be spoken. */
const waitingMax = 20_000;
/** Milliseconds between two looks at the key of a session. */
const watchMs = 2_000;

export interface SpeakingOptions {
  readonly resources: Pick<Resources, "db" | "config" | "log">;
  readonly requestId: string;
  readonly apiKeyId: string | null;
  readonly codec: SpeakingCodec;
  /** The characters of a part that is spoken at once. */
  readonly longest: number;
  /** The milliseconds without a message after which the session ends; null where it may wait as long as it may last. */
  readonly idleMs: number | null;
  /** Has a part of the text spoken. The signal ends that, and what was not delivered is not charged. */
  readonly speak: (text: string, signal: AbortSignal) => Promise<SpeechStream>;
}

/** A session that speaks a text while it is being written. */
export interface SpeakingSession {
  attach(socket: WebSocket): void;
  warn(inMs: number): void;
  stop(error: DomainError | null): void;
  readonly ended: Promise<string>;
}

interface State {
  channel: ClientChannel | null;
  readonly queue: TextQueue;
  /** Ends what is being spoken. */
  turn: AbortController;
  /** The reason to end; undefined as long as there is none. */
  reason: DomainError | null | undefined;
  idle: NodeJS.Timeout | undefined;
  isSpeaking: boolean;
  readonly timers: NodeJS.Timeout[];
  readonly ended: PromiseWithResolvers<string>;
}

/** Speaks part after part, each as a request of its own, in the order in which they were written. */
export function createSpeakingSession(options: SpeakingOptions): SpeakingSession {
  const state: State = {
    ...{ channel: null, queue: createTextQueue(options.longest), turn: new AbortController(), reason: undefined },
    ...{ idle: undefined, isSpeaking: false, timers: [], ended: Promise.withResolvers<string>() },
  };
  const stop = (error: DomainError | null): void => {
    if (state.reason !== undefined) return;
    state.reason = error;
    state.queue.clear();
    state.queue.close();
    state.turn.abort();
    if (state.channel === null) end(state, options);
  };
  return {
    stop,
    ended: state.ended.promise,
    warn: () => undefined,
    attach: (socket) => {
      const take = createIntake(options, state, stop);
      const flooded = (): void => stop(new DomainError("rate_limited", floodText));
      state.channel = openClientChannel(socket, { frame: take, flooded, closed: () => stop(null) }, textFrames);
      watch(options, state, stop);
      void run(options, state, stop);
    },
  };
}

/** Does what the client has written down until it or the session ends. */
async function run(options: SpeakingOptions, state: State, stop: SpeakingSession["stop"]): Promise<void> {
  try {
    await tell(options, state, { type: "opened" });
    for (let next = await state.queue.next(); next.type !== "closed"; next = await state.queue.next()) {
      state.isSpeaking = true;
      if (next.type === "flushed") await tell(options, state, next);
      else await say(options, state, next.text);
      state.isSpeaking = false;
    }
    stop(null);
  } catch (error) {
    if (!(error instanceof DomainError))
      options.resources.log.error({ request_id: options.requestId, error: String(error) }, "a text was not spoken");
    stop(error instanceof DomainError ? error : new DomainError("internal_error"));
  }
  end(state, options);
}

/** Sends the sound of a part while it is made, as fast as the client reads. */
async function say(options: SpeakingOptions, state: State, text: string): Promise<void> {
  if (state.reason !== undefined) return;
  const { signal } = (state.turn = new AbortController());
  try {
    const { chunks } = await options.speak(text, signal);
    let hasBegun = false;
    for await (const chunk of chunks) {
      signal.throwIfAborted();
      if (!hasBegun) await tell(options, state, { type: "begun", text });
      hasBegun = true;
      await tell(options, state, { type: "sound", chunk });
      signal.throwIfAborted();
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

async function tell({ codec, resources }: SpeakingOptions, { channel }: State, event: SpeakingEvent): Promise<void> {
  const frames = codec.present(event);
  if (frames.length > 0) await channel?.deliver(frames, resources.config.limits.sendTimeoutMs);
}

/** @returns a function that takes the frames of the client */
function createIntake(
  options: SpeakingOptions,
  state: State,
  stop: SpeakingSession["stop"],
): (frame: ClientFrame) => void {
  const take = (input: SpeakingInput): void => {
    if (state.reason !== undefined) return;
    if (input.type === "fault") return stop(input.error);
    if (input.type === "text") state.queue.write(input.text);
    else state.queue[input.type]();
    if (input.type === "clear") {
      state.turn.abort();
      void tell(options, state, { type: "cleared" });
    }
    if (state.queue.length() > waitingMax) stop(new DomainError("rate_limited", waitingText));
  };
  const wake = createIdleTimer(options, state, stop);
  wake();
  return (frame) => {
    wake();
    for (const input of options.codec.read(frame)) take(input);
  };
}

/** @returns a function that begins the time anew in which the client has to send something */
function createIdleTimer({ idleMs }: SpeakingOptions, state: State, stop: SpeakingSession["stop"]): () => void {
  const wake = (): void => {
    clearTimeout(state.idle);
    if (idleMs !== null && state.reason === undefined) state.idle = setTimeout(onIdle, idleMs);
  };
  const onIdle = (): void => {
    // A client that hears what it has written has no need to send anything.
    if (state.isSpeaking) wake();
    else stop(new DomainError("request_timeout", idleText));
  };
  return wake;
}

/** Ends the session when its key works no more, or it has lasted too long. */
function watch({ resources, apiKeyId }: SpeakingOptions, state: State, stop: SpeakingSession["stop"]): void {
  const { db, config } = resources;
  const look = async (): Promise<void> => {
    if (apiKeyId !== null && !(await isKeyActive(db, apiKeyId))) stop(new DomainError("invalid_api_key"));
  };
  state.timers.push(
    // In an outage the next look asks again.
    setInterval(() => void look().catch(() => undefined), watchMs),
    setTimeout(() => stop(new DomainError("request_timeout", tooLongText)), config.live.maxMs),
  );
}

/** Says farewell. */
function end(state: State, { codec }: SpeakingOptions): void {
  for (const timer of [...state.timers, state.idle]) clearTimeout(timer);
  const { messages, code, reason } = codec.end(state.reason ?? null);
  state.channel?.send(messages);
  state.channel?.end(code, reason);
  state.ended.resolve(state.reason?.code ?? "closed");
}

const floodText = "The client sends more than 500 frames a second. Send longer ones.";
const waitingText = `More than ${waitingMax} characters wait to be spoken. Write no faster than the speech.`;
const idleText = "No message was received in time.";
const tooLongText = "The session has reached its longest duration. Open another one.";
