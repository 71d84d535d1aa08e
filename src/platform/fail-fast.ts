import { DomainError } from "#src/errors.ts";

export interface FailFastOptions {
  /** For how long after a failure nothing is tried. */
  readonly retryAfterMs: number;
  /** Is told what went wrong. */
  readonly noteOutage: (error: unknown) => void;
}

/**
 * The same work, which after a failure refuses at once for a while, so that callers neither wait for what does not
 * answer nor overrun it. It throws DomainError `unavailable` and nothing else.
 */
export function failFast<Input extends readonly unknown[], Result>(
  work: (...input: Input) => Promise<Result>,
  { retryAfterMs, noteOutage }: FailFastOptions,
): (...input: Input) => Promise<Result> {
  let failedAt = Number.NEGATIVE_INFINITY;
  return async (...input) => {
    if (performance.now() - failedAt < retryAfterMs) throw new DomainError("unavailable");
    try {
      return await work(...input);
    } catch (error) {
      failedAt = performance.now();
      noteOutage(error);
      throw new DomainError("unavailable");
    }
  };
}
