import type { Db } from "#db/schema.ts";
import { findFinishedRequests } from "#src/domain/speech/queries.ts";
import type { Queues } from "#src/platform/queue/queue.ts";
import { repeat } from "#src/platform/async/repeat.ts";
import { openWakeUp } from "#src/platform/async/wake-up.ts";

const pollMs = 500;

/** Lets requests wait for the end of speech requests without holding a database client each. */
export interface ResultWaiter {
  /** Begins to listen for the end of a request; to be called before the work is queued, so that no end is missed. */
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
  const waiting = new Map<string, () => void>();
  const onEnded = (requestId: string): void => waiting.get(requestId)?.();
  queues.watch("synthesis", onEnded);
  queues.watch("transcription", onEnded);

  const poll = async (): Promise<void> => {
    if (waiting.size === 0) return;
    // A failed round says nothing; the next one asks again, and those who wait have deadlines of their own.
    const ended = await findFinishedRequests(db, [...waiting.keys()]).catch(() => []);
    for (const id of ended) onEnded(id);
  };
  const polling = repeat(pollMs, poll);
  const closing = new AbortController();

  return {
    expect: (requestId) => {
      const wakeUp = openWakeUp();
      waiting.set(requestId, wakeUp.call);
      return {
        ended: (timeoutMs, signal) => wakeUp.wait(timeoutMs, AbortSignal.any([signal, closing.signal])),
        [Symbol.dispose]: () => void waiting.delete(requestId),
      };
    },
    close: () => {
      void polling.stop();
      closing.abort();
    },
  };
}
