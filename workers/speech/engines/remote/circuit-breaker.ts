import { DomainError } from "#src/errors.ts";

export interface BreakerOptions {
  /** Failures in a row after which it opens. */
  readonly failures: number;
  /** For how long an open one refuses, before it lets one call try. */
  readonly openMs: number;
  /** Whether an error says that the next call would fail as well; null when it says nothing. */
  readonly isOutage: (error: unknown) => boolean | null;
  readonly onChange: (isOpen: boolean) => void;
}

/** Spares callers the wait for a server that does not work, and that server the calls. */
export interface CircuitBreaker {
  isOpen(): boolean;
  /** @throws DomainError `engine_unavailable` with the message of the last failure, while it refuses */
  check(): void;
  /** @throws as `check`, and what the call throws */
  run<Result>(call: () => Promise<Result>): Promise<Result>;
}

export function openCircuitBreaker(options: BreakerOptions): CircuitBreaker {
  const state = breakerState(options);
  return {
    isOpen: state.isOpen,
    check: state.check,
    run: async (call) => {
      state.check();
      const own = state.begin();
      try {
        const result = await call();
        state.succeeded();
        return result;
      } catch (error) {
        const isFailure = options.isOutage(error);
        if (isFailure === true) state.failed(own, error);
        else if (isFailure === false) state.succeeded();
        throw error;
      } finally {
        state.end(own);
      }
    },
  };
}

function breakerState({ failures, openMs, onChange }: BreakerOptions) {
  let failedInRow = 0;
  let openedAt: number | null = null;
  let lastFailure = "";
  /** The one call that may try while it is open. */
  let trial: symbol | null = null;
  return {
    isOpen: () => openedAt !== null,
    check: () => {
      const refuses = openedAt !== null && (trial !== null || performance.now() - openedAt < openMs);
      if (refuses) throw new DomainError("engine_unavailable", lastFailure);
    },
    begin: () => {
      const own = Symbol();
      if (openedAt !== null) trial = own;
      return own;
    },
    end: (own: symbol) => {
      if (trial === own) trial = null;
    },
    succeeded: () => {
      failedInRow = 0;
      if (openedAt === null) return;
      openedAt = null;
      onChange(false);
    },
    failed: (own: symbol, error: unknown) => {
      lastFailure = error instanceof Error ? error.message : String(error);
      failedInRow += 1;
      if (failedInRow < failures && own !== trial) return;
      const wasClosed = openedAt === null;
      openedAt = performance.now();
      if (wasClosed) onChange(true);
    },
  };
}
