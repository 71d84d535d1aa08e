import type { Owner } from "#workers/speech/engine.ts";
import { createFairQueue } from "./fair-queue.ts";

/** A fixed number of slots for short work, assigned to accounts by a fair queue. */
export interface FairSlots {
  /**
   * Runs the work when the fair queue assigns the owner a slot.
   * @throws the signal's reason when it is aborted before that, and what the work throws
   */
  run<Result>(owner: Owner, work: () => Promise<Result>, signal: AbortSignal): Promise<Result>;
}

export function openFairSlots(count: number): FairSlots {
  const queue = createFairQueue<() => void>();
  let free = count;
  const feed = (): void => {
    while (free > 0) {
      const next = queue.take();
      if (next === undefined) return;
      free -= 1;
      next.task();
    }
  };
  const enter = async (owner: Owner, signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted();
    const { promise: entered, resolve, reject } = Promise.withResolvers<void>();
    const waiting = { owner, task: resolve };
    // Work that already has a slot has left the queue and continues.
    const abort = (): void => {
      queue.remove(waiting);
      reject(signal.reason);
    };
    signal.addEventListener("abort", abort, { once: true });
    queue.add(waiting);
    feed();
    await entered.finally(() => signal.removeEventListener("abort", abort));
  };
  return {
    run: async (owner, work, signal) => {
      await enter(owner, signal);
      try {
        return await work();
      } finally {
        free += 1;
        queue.done(owner);
        feed();
      }
    },
  };
}
