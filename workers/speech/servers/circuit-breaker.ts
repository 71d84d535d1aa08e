import { DomainError } from "#src/errors.ts";
import { type CircuitBreaker, openCircuitBreaker } from "#src/platform/async/circuit-breaker.ts";
import { ServerError } from "./server-error.ts";

const failuresUntilOpen = 3;

/**
 * Leaves a speech server alone that fails several times in a row. Refused calls are DomainError `engine_unavailable` with the
 * message of the last failure.
 */
export const openServerBreaker = (openMs: number, log: (message: string) => void): CircuitBreaker =>
  openCircuitBreaker({
    failures: failuresUntilOpen,
    openMs,
    isOutage: (error) => (error instanceof ServerError ? error.fault !== "rejected" : null),
    refusal: (failure) =>
      new DomainError("engine_unavailable", failure instanceof Error ? failure.message : String(failure)),
    onChange: (isOpen) => log(isOpen ? "The speech server fails: requests pause." : "The speech server works again."),
  });
