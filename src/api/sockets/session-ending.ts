import { setTimeout as sleep } from "node:timers/promises";
import { noteDelivered } from "#src/domain/credits/queries.ts";
import { renewLiveSession, resumeWithinSeconds } from "#src/domain/live/queries.ts";
import { chargedSeconds } from "#src/domain/speech/charged-seconds.ts";
import { DomainError } from "#src/errors.ts";
import { settle, takeLeave } from "./settle-session.ts";
import { deliveredOf, giveReason, heardTo, type SessionOptions, type SessionState } from "./session-state.ts";

/** How often a session is renewed, which also finds out whether its credential still works. */
const renewMs = 2_000;
/** Milliseconds that a worker has to finish what it has heard, and the client then to read it: when the client closes the session, has to end, or may not go on. */
const finishMs = { closed: 30_000, ended: 8_000, barred: 1_500 } as const;

/** The ways in which a session ends. */
export interface Ending {
  readonly stop: (error: DomainError | null) => void;
  /** Ends the session with what has been heard until now. */
  readonly over: () => Promise<void>;
  /** Ends it here, so that it can be resumed elsewhere. */
  readonly leave: (error: DomainError) => void;
}

/** Ends a session once: the worker finishes first, as long as it may. */
export function createEnding(options: SessionOptions, state: SessionState, ended: (how: string) => void): Ending {
  const { log } = options.resources;
  const finish = async (farewell: () => Promise<void>): Promise<void> => {
    if (state.isOver) return;
    state.isOver = true;
    clearInterval(state.renewing);
    for (const timer of [state.longest, state.idle, state.finish]) clearTimeout(timer);
    try {
      await farewell();
    } catch (error) {
      log.error({ request_id: options.held.requestId, error: String(error) }, "a live session is left to the sweep");
    }
    await state.worker?.close().catch(() => undefined);
    ended(howOf(state));
  };
  const over = async (): Promise<void> => {
    if (state.isBehind) await finishCatchUp(state);
    await finish(() => settle(options, state));
  };
  const leave = (error: DomainError): void => {
    if (!state.isOver) state.reason = error;
    void finish(async () => takeLeave(options, state));
  };
  const stop = (error: DomainError | null): void => {
    if (error?.code === "unavailable" && canGoOn(state)) return leave(error);
    if (state.reason !== undefined) return;
    state.reason = error;
    clearTimeout(state.idle);
    // Nothing was heard where the session has not begun.
    if (state.worker === null || state.start !== null) return void over();
    const late = (): void => {
      state.reason ??= new DomainError("engine_timeout");
      void over();
    };
    state.finish = setTimeout(late, finishMsOf(error));
    void finishIntake(state);
  };
  return { stop, over, leave };
}

/** Whether another process can go on with the session, or with what its client still has to be sent. */
const canGoOn = ({ tokens, reason, isBehind }: SessionState): boolean =>
  tokens.length > 0 && (reason === undefined || isBehind);

/** The client gets all its finals first, as far as it reads them in time; no worker waits for that. */
async function finishCatchUp(state: SessionState): Promise<void> {
  const late = sleep(finishMsOf(state.reason ?? null), undefined, { ref: false });
  await state.worker?.close().catch(() => undefined);
  await Promise.race([state.caughtUp, late]);
}

const howOf = ({ reason, isWaiting }: SessionState): string => reason?.code ?? (isWaiting ? "lost" : "closed");

/** Has the worker finish when it has all sound of the client. */
async function finishIntake(state: SessionState): Promise<void> {
  await state.intake;
  state.worker?.control("close");
}

/** Renews a session until it is over, and ends it when it may not go on. */
export function watch(options: SessionOptions, state: SessionState, { stop, over }: Ending): void {
  const { resources, held, barred } = options;
  const renew = async (): Promise<void> => {
    const isAllowed = await renewLiveSession(resources.db, held, { heardTo: heardTo(state), tokens: state.tokens });
    if (isAllowed === false) stop(barred);
    if (isAllowed !== null) return void (await noteDelivered(resources.db, held.requestId, creditsOf(state)));
    if (state.isOver) return;
    giveReason(state, new DomainError("cancelled"));
    await over();
  };
  state.renewing = setInterval(() => {
    renew().catch((error: unknown) =>
      resources.log.warn({ request_id: held.requestId, error: String(error) }, "a live session was not renewed"),
    );
  }, renewMs);
  const leftMs = options.endsAt.getTime() - Date.now();
  state.longest = setTimeout(() => stop(new DomainError("audio_too_long", tooLongText)), Math.max(0, leftMs));
}

const creditsOf = (state: SessionState): number => chargedSeconds(deliveredOf(state));

/** @returns a function that begins the time anew in which the client has to send something */
export function createIdleTimer({ resources }: SessionOptions, state: SessionState, stop: Ending["stop"]): () => void {
  const wake = (): void => {
    if (state.isWaiting) return;
    clearTimeout(state.idle);
    if (state.reason === undefined) state.idle = setTimeout(() => void onIdle(), resources.config.live.idleMs);
  };
  const onIdle = async (): Promise<void> => {
    // Nothing comes while nothing is read.
    if (state.waiting > 0 || state.worker?.isFull === true) return wake();
    // A client that does not answer is cut off, and may come back.
    if (state.tokens.length > 0 && (await state.channel?.probe()) === false) return;
    if (!state.isWaiting) stop(new DomainError("request_timeout", idleText));
  };
  return wake;
}

/** The connection of the client is gone: a session that can be resumed waits for another one. */
export function loseClient(state: SessionState, isBroken: boolean, stop: Ending["stop"]): void {
  if (!isBroken || state.tokens.length === 0) return stop(null);
  if (state.reason !== undefined) return;
  state.isWaiting = true;
  clearTimeout(state.idle);
  state.idle = setTimeout(() => stop(null), resumeWithinSeconds * 1000);
}

const tooLongText = "The session has reached its longest duration. Open another one.";
const idleText = "Neither audio nor a message that keeps the session open was received in time.";

const finishMsOf = (error: DomainError | null): number =>
  error === null ? finishMs.closed : finishMs[isBarred(error) ? "barred" : "ended"];

/** Whether the caller may not go on. */
const isBarred = (error: DomainError | null): boolean =>
  error !== null && ["invalid_api_key", "invalid_session", "cancelled", "rate_limited"].includes(error.code);
