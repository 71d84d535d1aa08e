import { ConnectionError, RateLimitError, ServiceError } from "./errors.ts";
import { sleep } from "./retry.ts";

export interface WaitOptions {
  /** Called with the percentage of the work that is done, whenever it changes. */
  readonly onProgress?: ((percent: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds between two looks; 1000 when absent. */
  readonly intervalMs?: number | undefined;
  /** Milliseconds for which a service that cannot be reached is asked again; ten minutes when absent. */
  readonly patienceMs?: number | undefined;
}

const usualIntervalMs = 1000;
const usualPatienceMs = 600_000;

const isPassing = (error: unknown): boolean =>
  error instanceof ConnectionError || error instanceof ServiceError || error instanceof RateLimitError;

interface Watched<State> {
  readonly read: () => Promise<State>;
  readonly progressOf: (state: State) => number;
  readonly isEnded: (state: State) => boolean;
}

/** Looks at work until it has ended, also when the network is cut meanwhile. */
export async function waitFor<State>(
  { read, progressOf, isEnded }: Watched<State>,
  { onProgress, signal, intervalMs = usualIntervalMs, patienceMs = usualPatienceMs }: WaitOptions,
): Promise<State> {
  let shown = -1;
  let reachedAt = Date.now();
  for (;;) {
    signal?.throwIfAborted();
    let pause = intervalMs;
    try {
      const state = await read();
      reachedAt = Date.now();
      const progress = isEnded(state) ? 100 : progressOf(state);
      if (progress !== shown) onProgress?.(progress);
      shown = progress;
      if (isEnded(state)) return state;
    } catch (error) {
      if (!isPassing(error) || Date.now() - reachedAt > patienceMs) throw error;
      if (error instanceof RateLimitError) pause = Math.max(intervalMs, error.retryAfter * 1000);
    }
    await sleep(pause, signal);
  }
}
