import pTimeout from "p-timeout";

/** Ends the wait of one loop or call early. One that comes while nothing waits is kept for the next wait. */
export interface WakeUp {
  readonly call: () => void;
  /** @returns false after `timeoutMs`, or when the signal is aborted */
  wait(timeoutMs: number, signal?: AbortSignal): Promise<boolean>;
}

export function openWakeUp(): WakeUp {
  let called = Promise.withResolvers<true>();
  return {
    call: () => called.resolve(true),
    wait: async (timeoutMs, signal) => {
      const limits = { milliseconds: Math.max(1, timeoutMs), fallback: () => false, ...(signal && { signal }) };
      const isCalled = await pTimeout<boolean, boolean>(called.promise, limits).catch(() => false);
      if (isCalled) called = Promise.withResolvers();
      return isCalled;
    },
  };
}
