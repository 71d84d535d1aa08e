import type { FinalResult } from "#src/domain/live/finals.ts";
import type { DomainError } from "#src/errors.ts";
import type { ClientChannel } from "./client-channel.ts";
import type { SessionEvent } from "./codec.ts";
import type { WorkerConnection } from "./worker-connection.ts";
import type { StartMessage } from "./worker-link.ts";

/** The state of a live session. */
export interface SessionState {
  worker: WorkerConnection | null;
  channel: ClientChannel | null;
  /** The first message to the worker, which its first sound follows; null where it has been sent. */
  start: StartMessage | null;
  /** Events from before the handshake. */
  readonly early: SessionEvent[];
  finals: readonly FinalResult[];
  /** The seconds that were heard, and those at which the open utterance begins; null where none is open. */
  seconds: number;
  openFrom: number | null;
  /** The reason to end; undefined as long as there is none. */
  reason: DomainError | null | undefined;
  isOver: boolean;
  idle: NodeJS.Timeout | undefined;
  finish: NodeJS.Timeout | undefined;
  renewing: NodeJS.Timeout | undefined;
  longest: NodeJS.Timeout | undefined;
  /** Resolves when all frames of the client have been taken, one after the other. */
  intake: Promise<void>;
  waiting: number;
}

export const newSessionState = (): SessionState => ({
  ...{ worker: null, channel: null, start: null, early: [], finals: [], seconds: 0, openFrom: null, reason: undefined },
  ...{ isOver: false, idle: undefined, finish: undefined, renewing: undefined, longest: undefined },
  ...{ intake: Promise.resolve(), waiting: 0 },
});

/** The seconds that were delivered: all but those of an utterance that is still open. */
export const deliveredOf = ({ seconds, openFrom }: SessionState): number => Math.min(seconds, openFrom ?? seconds);

/** Notes why a session ends, unless that is known. */
export function giveReason(state: SessionState, reason: DomainError): void {
  if (state.reason === undefined) state.reason = reason;
}
