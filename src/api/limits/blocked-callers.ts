/** Callers who have been refused too often; nothing of theirs is read until their window ends. */
export interface BlockedCallers {
  block(key: string, ms: number): void;
  /** Milliseconds until the caller may go on; 0 or less for one who is not blocked. */
  msLeft(key: string): number;
}

/**
 * In the memory of this process, so that a blocked caller costs no look-up. Another process learns it from the count
 * that they share, with the first refusal of its own.
 */
export function createBlockedCallers(): BlockedCallers {
  const endOf = new Map<string, number>();
  return {
    block: (key, ms) => {
      if (endOf.has(key)) return;
      endOf.set(key, performance.now() + ms);
      setTimeout(() => endOf.delete(key), ms).unref();
    },
    msLeft: (key) => (endOf.get(key) ?? 0) - performance.now(),
  };
}
