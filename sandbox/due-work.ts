import type { Logger } from "#src/platform/logger.ts";

/** Work that becomes due by itself, or on request. */
export interface DueWork {
  /** Says that there may be something new to do. */
  readonly wake: () => void;
  /** Waits for what is being done; the rest is done after the next start. */
  stop(): Promise<void>;
}

const retryMs = 1_000;

/**
 * Does again and again what is due. `work` returns for how many milliseconds there is nothing to do; one that throws
 * is tried again after a second.
 */
export function startDueWork(work: () => Promise<number>, log: Logger): DueWork {
  const stopping = new AbortController();
  const bell = openBell();
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const idleMs = await work().catch((error: unknown) => {
        log.error({ error: String(error) }, "what is due could not be done");
        return retryMs;
      });
      await bell.heard(idleMs);
    }
  };
  const ended = run();
  return {
    wake: bell.ring,
    stop: async () => {
      stopping.abort();
      bell.ring();
      await ended;
    },
  };
}

/** Ends a wait early, even one that begins only after it was rung. */
function openBell() {
  let rung = Promise.withResolvers<void>();
  return {
    ring: (): void => rung.resolve(),
    heard: async (withinMs: number): Promise<void> => {
      const timer = setTimeout(rung.resolve, withinMs);
      await rung.promise;
      clearTimeout(timer);
      rung = Promise.withResolvers();
    },
  };
}
