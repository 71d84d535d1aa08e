import { withFinal } from "#src/domain/live/finals.ts";
import { DomainError, isErrorCode, type ErrorCode } from "#src/errors.ts";
import type { SessionEvent } from "./codec.ts";
import { giveReason, type SessionState } from "./session-state.ts";
import type { WorkerEvent } from "./worker-link.ts";

interface Hearing {
  readonly state: SessionState;
  readonly tell: (event: SessionEvent) => void;
  readonly over: () => Promise<void>;
}

/** Takes what the worker says of a session. */
export const createHearing =
  ({ state, tell, over }: Hearing) =>
  (event: WorkerEvent): void => {
    if (state.isOver) return;
    if (event.type === "error") {
      const error = errorOf(event);
      giveReason(state, error);
      // What the client has done wrong does not make free what was heard.
      if (error.code !== "engine_unavailable") state.openFrom = null;
      void over();
      return;
    }
    if (event.type === "ended") {
      state.seconds = Math.max(state.seconds, event.seconds);
      state.openFrom = null;
      giveReason(state, new DomainError("engine_unavailable"));
      void over();
      return;
    }
    note(state, event);
    tell(event);
  };

function note(state: SessionState, event: Exclude<WorkerEvent, { readonly type: "ended" | "error" }>): void {
  if (event.type === "progress") state.seconds = Math.max(state.seconds, event.seconds);
  if (event.type === "speech_started") state.openFrom = event.at;
  if (event.type === "partial") state.openFrom = event.start;
  if (event.type !== "final") return;
  state.finals = withFinal(state.finals, event);
  // The next utterance may be open already, and one that was cut goes on.
  if (state.openFrom === null || state.openFrom < event.end) state.openFrom = event.speech_final ? null : event.end;
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
