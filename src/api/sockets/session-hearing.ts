import { type FinalResult, isKept } from "#src/domain/live/finals.ts";
import { DomainError, isErrorCode, type ErrorCode } from "#src/errors.ts";
import type { SessionEvent } from "./codec.ts";
import { giveReason, type SessionState } from "./session-state.ts";
import type { WorkerEvent } from "./worker-link.ts";

interface Hearing {
  readonly state: SessionState;
  readonly tell: (event: SessionEvent) => void;
  readonly over: () => Promise<void>;
  /** Keeps a final. @returns false where the session has ended, or goes on elsewhere */
  readonly keep: (final: FinalResult) => Promise<boolean>;
  /** An event could not be taken, by no fault of the worker. */
  readonly failed: (error: unknown) => void;
}

/** Events that wait until a client has received what it missed, beyond which no more are taken. */
const mostEarly = 1_000;

/** Takes what the worker says of a session, one after the other. A final is kept before the client gets it. */
export function createHearing({ state, tell, over, keep, failed }: Hearing): (event: WorkerEvent) => Promise<void> {
  const end = (reason: DomainError): void => {
    giveReason(state, reason);
    void over();
  };
  const take = async (event: WorkerEvent): Promise<void> => {
    if (state.isOver) return;
    if (event.type === "error") {
      const error = errorOf(event);
      // A fault of the client does not make free what was heard.
      if (error.code !== "engine_unavailable") state.open = [];
      return end(error);
    }
    if (event.type === "ended") {
      state.seconds = Math.max(state.seconds, event.seconds);
      state.open = [];
      return end(new DomainError("engine_unavailable"));
    }
    if (event.type === "final" && isKept(event)) {
      if (!(await keep(event))) return end(new DomainError("cancelled"));
      state.lastId = Number(event.id);
    }
    // They wait for the client, and the worker for them.
    if (state.early.length > mostEarly) await state.caughtUp;
    note(state, event);
    tell(event);
  };
  return (event) => (state.hearing = state.hearing.then(() => take(event)).catch(failed));
}

function note(state: SessionState, event: Exclude<WorkerEvent, { readonly type: "ended" | "error" }>): void {
  if (event.type === "progress") {
    state.seconds = Math.max(state.seconds, event.seconds);
    state.followed = Math.max(state.followed, event.seconds - event.lag_seconds);
  }
  if (event.type === "speech_started") state.open = [...state.open, event.at];
  if (event.type === "partial" && state.open.length === 0) state.open = [event.start];
  if (event.type !== "final") return;
  // The next utterance may be open already, and one that was cut goes on.
  const rest = event.speech_final ? [] : [event.end];
  state.open = [...rest, ...state.open.filter((begin) => begin >= event.end)];
  state.seconds = Math.max(state.seconds, event.end);
}

/** Errors that workers call by names of their own. */
const ownNames: Readonly<Record<string, ErrorCode>> = {
  unsupported_audio: "audio_unusable",
  too_fast: "rate_limited",
  invalid_message: "internal_error",
};

function errorOf({ code, message }: Extract<WorkerEvent, { readonly type: "error" }>): DomainError {
  const known = isErrorCode(code) ? code : ownNames[code];
  return known === undefined || known === "internal_error"
    ? new DomainError("engine_unavailable")
    : new DomainError(known, message);
}
