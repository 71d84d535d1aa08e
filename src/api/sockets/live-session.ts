import type { WebSocket } from "ws";
import { setTimeout as sleep } from "node:timers/promises";
import { findFinals, keepFinal } from "#src/domain/live/final-queries.ts";
import { type FinalResult, isKept } from "#src/domain/live/finals.ts";
import { DomainError } from "#src/errors.ts";
import { type ClientChannel, openClientChannel } from "./client-channel.ts";
import type { SessionEvent } from "./codec.ts";
import { createCreditSlices } from "./credit-slices.ts";
import type { WorkerConnection } from "./worker-connection.ts";
import type { StartMessage, WorkerEvent } from "./worker-link.ts";
import { createHearing } from "./session-hearing.ts";
import { createIntake } from "./session-intake.ts";
import { createEnding, createIdleTimer, type Ending, loseClient, watch } from "./session-ending.ts";
import { giveReason, newSessionState, type SessionOptions, type SessionState } from "./session-state.ts";

/** A live session from its first credits to its last. */
export interface LiveSession {
  readonly hear: (event: WorkerEvent) => Promise<void>;
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
  /** Ends it here, so that it can be resumed elsewhere. */
  leave(error: DomainError): void;
  /** Resolves when all is settled, as that of every socket. */
  readonly ended: Promise<string>;
}

export function createLiveSession(options: SessionOptions): LiveSession {
  const { resources, held, codec } = options;
  const { promise: ended, resolve } = Promise.withResolvers<string>();
  const state = newSessionState(options);
  const credits = createCreditSlices(resources.db, held.requestId, options.heldSeconds);
  const ending = createEnding(options, state, resolve);
  const { stop, over, leave } = ending;
  const tell = createTelling(options, state);
  const wake = createIdleTimer(options, state, stop);
  watch(options, state, ending);
  const failed = createFailure(options, stop);
  const frame = createIntake({ state, credits, codec, stop, wake, tell, failed, configure: options.configure });
  return {
    ...{ ended, stop, leave },
    hear: createHearing({ state, tell, over, keep: createKeeping(options, state), failed }),
    drained: () => {
      if (state.worker?.isFull === false && state.waiting === 0) state.channel?.resume();
    },
    lost: () => {
      giveReason(state, new DomainError("engine_unavailable"));
      void state.hearing.then(over);
    },
    connect: (worker, start) => connect(options, state, { worker, start }),
    attach: (socket) => {
      const flooded = (): void => stop(new DomainError("rate_limited", floodText));
      const closed = (isBroken: boolean): void => loseClient(state, isBroken, stop);
      state.channel = openClientChannel(socket, { frame, flooded, closed });
      state.channel.send(codec.present({ type: "opened" }));
      state.caughtUp = catchUp(options, state, state.channel).catch(failed);
      wake();
    },
    warn: (inMs) => tell({ type: "going_away", inMs }),
  };
}

/** @returns a function that tells the client an event; while the client is behind, what it does not get from the rows waits */
function createTelling({ codec }: SessionOptions, state: SessionState): (event: SessionEvent) => void {
  return (event) => {
    const isPassing = event.type === "partial";
    // It was read from its row before it was known here to be kept.
    if (event.type === "final" && isKept(event) && Number(event.id) <= state.after) return;
    if (!state.isBehind) state.channel?.send(codec.present(event), isPassing);
    else if (!isPassing && !(event.type === "final" && isKept(event))) state.early.push(event);
  };
}

/** Finals that are read from their rows at once. */
const pageSize = 16;

/** Sends the finals that the client has not received, as fast as it reads them, then what has waited for that. */
async function catchUp(
  { resources, held, codec }: SessionOptions,
  state: SessionState,
  channel: ClientChannel,
): Promise<void> {
  while (state.after < state.lastId) {
    const finals = await findFinals(resources.db, held.requestId, { after: state.after, limit: pageSize });
    // They are gone when the session has ended elsewhere.
    if (finals.length === 0) break;
    state.after = Number(finals.at(-1)?.id);
    const frames = finals.flatMap((final) => codec.present({ type: "final", ...final }));
    const isOpen = await channel.deliver(frames, resources.config.limits.sendTimeoutMs);
    if (!isOpen) return;
  }
  state.isBehind = false;
  for (const event of state.early.splice(0)) channel.send(codec.present(event));
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

const retryMs = 500;

/** @returns a function that keeps a final; while the database does not answer, it is asked again */
function createKeeping({ resources, held }: SessionOptions, state: SessionState) {
  return async (final: FinalResult): Promise<boolean> => {
    for (;;) {
      try {
        return await keepFinal(resources.db, held, final);
      } catch (error) {
        resources.log.warn({ request_id: held.requestId, error: String(error) }, "a final result was not kept");
      }
      if (state.isOver) return false;
      await sleep(retryMs);
    }
  };
}

/** @returns a function that ends a session of which something could not be taken, by no fault of the client or the worker */
function createFailure({ resources, held }: SessionOptions, stop: Ending["stop"]): (error: unknown) => void {
  return (error) => {
    const about = { request_id: held.requestId, error: String(error) };
    resources.log.error(about, "a frame of a live session was not taken");
    stop(new DomainError("unavailable"));
  };
}

const floodText = "The client sends more than 200 frames or 4 MiB a second. Send longer frames, as they are recorded.";
