import type { JobContract } from "#src/jobs/contract.ts";

/** When a run is over at the latest. */
export interface Deadline extends Disposable {
  /** Aborted when the run has taken too long, or has finished no part of its work for too long. */
  readonly signal: AbortSignal;
  /** Counts the time without a finished part from now. */
  readonly advance: () => void;
}

export function openDeadline({ timeoutMs, stallMs }: Pick<JobContract, "timeoutMs" | "stallMs">): Deadline {
  const over = new AbortController();
  const end = (): void => over.abort();
  const whole = setTimeout(end, timeoutMs);
  const part = stallMs === undefined ? null : setTimeout(end, stallMs);
  return {
    signal: over.signal,
    advance: () => void part?.refresh(),
    [Symbol.dispose]: () => {
      clearTimeout(whole);
      if (part !== null) clearTimeout(part);
    },
  };
}
