import type { Logger } from "#src/platform/logger.ts";
import { openWakeUp } from "#src/platform/async/wake-up.ts";

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
  const wakeUp = openWakeUp();
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const idleMs = await work().catch((error: unknown) => {
        log.error({ error: String(error) }, "what is due could not be done");
        return retryMs;
      });
      await wakeUp.wait(idleMs);
    }
  };
  const ended = run();
  return {
    wake: wakeUp.call,
    stop: async () => {
      stopping.abort();
      wakeUp.call();
      await ended;
    },
  };
}
