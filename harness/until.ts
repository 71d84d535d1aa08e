import { setTimeout as sleep } from "node:timers/promises";

const pollMs = 100;

export interface Patience {
  readonly withinMs: number;
  readonly signal: AbortSignal;
}

/** Looks again and again until it is so. @returns false when it still was not when the time was over */
export async function until(isSo: () => Promise<boolean>, { withinMs, signal }: Patience): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    signal.throwIfAborted();
    if (await isSo()) return true;
    if (performance.now() >= deadline) return false;
    await sleep(pollMs, undefined, { signal });
  }
}
