import type { Db } from "#db/schema.ts";
import { findFinishedRequests } from "#src/domain/speech/queries.ts";
import type { Queues } from "#src/platform/queue/queue.ts";
import { repeat } from "#src/platform/async/repeat.ts";
import { openWakeUp } from "#src/platform/async/wake-up.ts";

const pollMs = 500;

/** Lets requests wait for the end of speech requests without holding a database client each. */
export interface ResultWaiter {
  /** Begins to listen for the end of a request; look then whether it has ended before. */
  expect(requestId: string): Expectation;
  /** Ends all waiting at once, now and from now on, as if the time were over. */
  close(): void;
}

export interface Expectation extends Disposable {
  /**
   * Resolves with true when there is reason to look whether the request has ended, with false after `timeoutMs` or
   * when the signal fires. May be called again.
   */
  ended(timeoutMs: number, signal: AbortSignal): Promise<boolean>;
}

/** The queue's events make an answer fast; one slow poll for all waiting calls makes it certain. */
export function openResultWaiter({ db, queues }: { readonly db: Db; readonly queues: Queues }): ResultWaiter {
  const waiting = createListeners();
  queues.watch("synthesis", waiting.tell);
  queues.watch("transcription", waiting.tell);

  const poll = async (): Promise<void> => {
    const ids = waiting.ids();
    if (ids.length === 0) return;
    // A failed round says nothing; the next one asks again, and those who wait have deadlines of their own.
    const ended = await findFinishedRequests(db, ids).catch(() => []);
    for (const id of ended) waiting.tell(id);
  };
  const polling = repeat(pollMs, poll);
  const closing = new AbortController();

  return {
    expect: (requestId) => {
      const wakeUp = openWakeUp();
      return {
        ended: (timeoutMs, signal) => wakeUp.wait(timeoutMs, AbortSignal.any([signal, closing.signal])),
        [Symbol.dispose]: waiting.add(requestId, wakeUp.call),
      };
    },
    close: () => {
      void polling.stop();
      closing.abort();
    },
  };
}

/** Those who wait for each request: several where calls repeat one another. */
function createListeners() {
  const waiting = new Map<string, Set<() => void>>();
  return {
    ids: (): readonly string[] => [...waiting.keys()],
    tell: (id: string): void => waiting.get(id)?.forEach((call) => call()),
    /** @returns how to stop waiting */
    add: (id: string, call: () => void): (() => void) => {
      const all = waiting.get(id) ?? new Set();
      waiting.set(id, all.add(call));
      return () => {
        all.delete(call);
        if (all.size === 0) waiting.delete(id);
      };
    },
  };
}
