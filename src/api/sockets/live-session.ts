import type { WebSocket } from "ws";
import { renewLiveSession } from "#src/domain/live/queries.ts";
import { noteDelivered } from "#src/domain/credits/queries.ts";
import { chargedSeconds } from "#src/domain/speech/charged-seconds.ts";
import { DomainError } from "#src/errors.ts";
import type { Resources } from "#src/platform/resources.ts";
import { openClientChannel } from "./client-channel.ts";
import type { LiveChoice, LiveCodec, SessionEvent } from "./codec.ts";
import { createCreditSlices } from "./credit-slices.ts";
import type { WorkerConnection } from "./worker-connection.ts";
import type { StartMessage, WorkerEvent } from "./worker-link.ts";
import { createHearing } from "./session-hearing.ts";
import { createIntake } from "./session-intake.ts";
import { settle } from "./settle-session.ts";
import { deliveredOf, giveReason, newSessionState, type SessionState } from "./session-state.ts";

/** How often a session is renewed, which also finds out whether its key was revoked. */
const renewMs = 2_000;
/** Milliseconds that a worker has to finish what it has heard: when the client closes the session, has to end, or may not go on. */
const finishMs = { closed: 30_000, ended: 8_000, barred: 1_500 } as const;

export interface SessionOptions {
  readonly resources: Pick<Resources, "db" | "config" | "log">;
  readonly requestId: string;
  readonly model: string;
  readonly codec: LiveCodec;
  /** Makes a first message of other wishes. @throws DomainError where they cannot be had */
  readonly configure: (wish: LiveChoice) => Promise<StartMessage>;
}

/** A live session from its first credits to its last. */
export interface LiveSession {
  readonly hear: (event: WorkerEvent) => void;
  readonly drained: () => void;
  readonly lost: () => void;
  /**
   * The first message goes to the worker before the first sound: a client may have other wishes until then.
   * @throws DomainError where the session has ended meanwhile
   */
  connect(worker: WorkerConnection, start: StartMessage): void;
  attach(socket: WebSocket): void;
  /** Says that the process ends in some time, where the protocol has words for it. */
  warn(inMs: number): void;
  /** Finishes what was heard and ends. @param error null where the client wants it */
  stop(error: DomainError | null): void;
  /** Resolves when all is settled. */
  readonly ended: Promise<void>;
}

export function createLiveSession(options: SessionOptions): LiveSession {
  const { resources, requestId, codec } = options;
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const state = newSessionState();
  const credits = createCreditSlices(resources.db, requestId);
  const ending = createEnding(options, state, resolve);
  const { stop, over } = ending;
  const tell = (event: SessionEvent): void => {
    if (state.channel === null) state.early.push(event);
    else state.channel.send(codec.present(event), event.type === "partial");
  };
  const wake = createIdleTimer(options, state, stop);
  watch(options, state, ending);
  const failed = createFailure(options, stop);
  const frame = createIntake({ state, credits, codec, stop, wake, tell, failed, configure: options.configure });
  return {
    ended,
    stop,
    hear: createHearing({ state, tell, over }),
    drained: () => {
      if (state.worker?.isFull === false && state.waiting === 0) state.channel?.resume();
    },
    lost: () => {
      giveReason(state, new DomainError("engine_unavailable"));
      void over();
    },
    connect: (worker, start) => connect(options, state, { worker, start }),
    attach: (socket) => {
      const flooded = (): void => stop(new DomainError("rate_limited", floodText));
      state.channel = openClientChannel(socket, { frame, flooded, closed: () => stop(null) });
      for (const event of [{ type: "opened" } as const, ...state.early.splice(0)]) tell(event);
      wake();
    },
    warn: (inMs) => tell({ type: "going_away", inMs }),
  };
}

function connect(
  { codec }: SessionOptions,
  state: SessionState,
  { worker, start }: { readonly worker: WorkerConnection; readonly start: StartMessage },
): void {
  if (state.reason !== undefined) {
    void worker.close().catch(() => undefined);
    throw state.reason ?? new DomainError("cancelled");
  }
  state.worker = worker;
  if (codec.configures !== true) worker.begin(start);
  else state.start = start;
}

/** @returns a function that ends a session whose frame could not be taken, by no fault of the client */
function createFailure({ resources, requestId }: SessionOptions, stop: Ending["stop"]): (error: unknown) => void {
  return (error) => {
    resources.log.error({ request_id: requestId, error: String(error) }, "a frame of a live session was not taken");
    stop(new DomainError("unavailable"));
  };
}

interface Ending {
  readonly stop: (error: DomainError | null) => void;
  /** Ends the session with what has been heard until now. */
  readonly over: () => Promise<void>;
}

/** Ends a session once: the worker finishes first, as long as it may. */
function createEnding(options: SessionOptions, state: SessionState, ended: () => void): Ending {
  const { log } = options.resources;
  const over = async (): Promise<void> => {
    if (state.isOver) return;
    state.isOver = true;
    clearInterval(state.renewing);
    for (const timer of [state.longest, state.idle, state.finish]) clearTimeout(timer);
    try {
      await settle(options, state);
    } catch (error) {
      log.error({ request_id: options.requestId, error: String(error) }, "a live session is left to the sweep");
    }
    await state.worker?.close().catch(() => undefined);
    ended();
  };
  const stop = (error: DomainError | null): void => {
    if (state.reason !== undefined) return;
    state.reason = error;
    clearTimeout(state.idle);
    // Nothing was heard where the session has not begun.
    if (state.worker === null || state.start !== null) return void over();
    const late = (): void => {
      state.reason ??= new DomainError("engine_timeout");
      void over();
    };
    state.finish = setTimeout(late, error === null ? finishMs.closed : finishMs[isBarred(error) ? "barred" : "ended"]);
    void finishIntake(state);
  };
  return { stop, over };
}

/** Has the worker finish when it has all sound of the client. */
async function finishIntake(state: SessionState): Promise<void> {
  await state.intake;
  state.worker?.control("close");
}

/** Renews a session until it is over, and ends it when it may not go on. */
function watch({ resources, requestId }: SessionOptions, state: SessionState, { stop, over }: Ending): void {
  const renew = async (): Promise<void> => {
    const isAllowed = await renewLiveSession(resources.db, requestId, state.finals);
    await noteDelivered(resources.db, requestId, chargedSeconds(deliveredOf(state)));
    if (isAllowed === false) stop(new DomainError("invalid_api_key"));
    if (isAllowed !== null || state.isOver) return;
    giveReason(state, new DomainError("cancelled"));
    await over();
  };
  state.renewing = setInterval(() => {
    renew().catch((error: unknown) =>
      resources.log.warn({ request_id: requestId, error: String(error) }, "a live session was not renewed"),
    );
  }, renewMs);
  const { maxMs } = resources.config.live;
  state.longest = setTimeout(() => stop(new DomainError("audio_too_long", tooLongText)), maxMs);
}

/** @returns a function that begins the time anew in which the client has to send something */
function createIdleTimer({ resources }: SessionOptions, state: SessionState, stop: Ending["stop"]): () => void {
  const wake = (): void => {
    clearTimeout(state.idle);
    if (state.reason === undefined) state.idle = setTimeout(onIdle, resources.config.live.idleMs);
  };
  const onIdle = (): void => {
    // Nothing comes while nothing is read.
    if (state.waiting > 0 || state.worker?.isFull === true) wake();
    else stop(new DomainError("request_timeout", idleText));
  };
  return wake;
}

const tooLongText = "The session has reached its longest duration. Open another one.";
const idleText = "Neither sound nor a message that keeps the session open was received in time.";
const floodText = "The client sends more than 200 frames or 4 MiB a second. Send longer frames, as they are recorded.";

/** Whether the caller may not go on. */
const isBarred = (error: DomainError | null): boolean =>
  error !== null && ["invalid_api_key", "cancelled", "rate_limited"].includes(error.code);
