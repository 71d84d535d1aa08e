export interface CircuitBreakerOptions {
  /** Failures in a row after which it opens. */
  readonly failures: number;
  /** For how long an open one refuses, before it lets one call try. */
  readonly openMs: number;
  /** Whether an error says that the next call would fail as well; null when it says nothing. Default: each does. */
  readonly isOutage?: (error: unknown) => boolean | null;
  /** The error of a call that is refused. */
  readonly refusal: (lastFailure: unknown) => Error;
  readonly onChange: (isOpen: boolean, lastFailure: unknown) => void;
}

/** Spares callers the wait for a dependency that does not work, and that dependency the calls. */
export interface CircuitBreaker {
  isOpen(): boolean;
  /** @throws the refusal, while it refuses */
  check(): void;
  /** @throws as `check`, and what the call throws */
  run<Result>(call: () => Promise<Result>): Promise<Result>;
}

export function openCircuitBreaker(options: CircuitBreakerOptions): CircuitBreaker {
  const { isOutage = () => true } = options;
  const state = breakerState(options);
  return {
    isOpen: state.isOpen,
    check: state.check,
    run: async (call) => {
      state.check();
      const isTrial = state.begin();
      try {
        const result = await call();
        state.succeeded();
        return result;
      } catch (error) {
        const isFailure = isOutage(error);
        if (isFailure === true) state.failed(error, isTrial);
        else if (isFailure === false) state.succeeded();
        throw error;
      } finally {
        if (isTrial) state.endTrial();
      }
    },
  };
}

function breakerState({ failures, openMs, refusal, onChange }: CircuitBreakerOptions) {
  let failedInRow = 0;
  let openedAt: number | null = null;
  let lastFailure: unknown = null;
  /** While it is open, one call at a time may try. */
  let isTrying = false;
  return {
    isOpen: () => openedAt !== null,
    check: () => {
      const refuses = openedAt !== null && (isTrying || performance.now() - openedAt < openMs);
      if (refuses) throw refusal(lastFailure);
    },
    /** @returns true for the call that tries */
    begin: () => {
      isTrying ||= openedAt !== null;
      return openedAt !== null;
    },
    endTrial: () => {
      isTrying = false;
    },
    succeeded: () => {
      failedInRow = 0;
      if (openedAt === null) return;
      openedAt = null;
      onChange(false, lastFailure);
    },
    failed: (error: unknown, isTrial: boolean) => {
      lastFailure = error;
      failedInRow += 1;
      if (failedInRow < failures && !isTrial) return;
      const wasClosed = openedAt === null;
      openedAt = performance.now();
      if (wasClosed) onChange(true, error);
    },
  };
}
