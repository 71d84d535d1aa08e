import { DomainError } from "#src/errors.ts";

export interface CircuitBreakerOptions {
  /** For how long after a failure nothing is tried. */
  readonly retryAfterMs: number;
  /** Is told what went wrong. */
  readonly noteOutage: (error: unknown) => void;
}

/**
 * The same work, which after a failure refuses at once for a while, and then lets one caller try whether it works again,
 * so that callers neither wait for what does not answer nor overrun it. It throws DomainError `unavailable` and nothing
 * else.
 */
export function circuitBreaker<Input extends readonly unknown[], Result>(
  work: (...input: Input) => Promise<Result>,
  { retryAfterMs, noteOutage }: CircuitBreakerOptions,
): (...input: Input) => Promise<Result> {
  let failedAt: number | null = null;
  let probe: symbol | null = null;
  return async (...input) => {
    if (probe !== null || (failedAt !== null && performance.now() - failedAt < retryAfterMs)) {
      throw new DomainError("unavailable");
    }
    const own = Symbol();
    if (failedAt !== null) probe = own;
    try {
      const result = await work(...input);
      failedAt = null;
      return result;
    } catch (error) {
      failedAt = performance.now();
      noteOutage(error);
      throw new DomainError("unavailable");
    } finally {
      if (probe === own) probe = null;
    }
  };
}
