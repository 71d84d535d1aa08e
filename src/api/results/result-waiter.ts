import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import { findFinishedRequests } from "#src/domain/speech/queries.ts";
import type { Queues } from "#src/platform/queue/queue.ts";

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
export function openResultWaiter({
  db,
  queues,
}: {
  readonly db: Kysely<Database>;
  readonly queues: Queues;
}): ResultWaiter {
  const waiting = new Map<string, () => void>();
  const onEnded = (requestId: string): void => waiting.get(requestId)?.();
  queues.watch("synthesis", onEnded);
  queues.watch("transcription", onEnded);

  let polling = false;
  const poll = async (): Promise<void> => {
    if (polling || waiting.size === 0) return;
    polling = true;
    // A failed round says nothing; the next one asks again, and those who wait have deadlines of their own.
    const ended = await findFinishedRequests(db, [...waiting.keys()]).catch(() => []);
    for (const id of ended) onEnded(id);
    polling = false;
  };
  const timer = setInterval(() => void poll(), pollMs);
  const closing = new AbortController();

  return {
    expect: (requestId) => {
      const hints = hintBox();
      waiting.set(requestId, hints.put);
      return {
        ended: (timeoutMs, signal) => hints.take(timeoutMs, AbortSignal.any([signal, closing.signal])),
        [Symbol.dispose]: () => void waiting.delete(requestId),
      };
    },
    close: () => {
      clearInterval(timer);
      closing.abort();
    },
  };
}

/** Hints that are taken one after the other; one that comes while no call waits is kept. */
function hintBox() {
  let hint = Promise.withResolvers<true>();
  return {
    put: (): void => hint.resolve(true),
    take: async (timeoutMs: number, signal: AbortSignal): Promise<boolean> => {
      const taken = await firstOf(hint.promise, timeoutMs, signal);
      if (taken) hint = Promise.withResolvers<true>();
      return taken;
    },
  };
}

async function firstOf(ended: Promise<true>, timeoutMs: number, signal: AbortSignal): Promise<boolean> {
  const { promise: givenUp, resolve } = Promise.withResolvers<false>();
  const giveUp = (): void => resolve(false);
  if (signal.aborted) giveUp();
  const deadline = setTimeout(giveUp, timeoutMs);
  signal.addEventListener("abort", giveUp, { once: true });
  try {
    return await Promise.race([ended, givenUp]);
  } finally {
    clearTimeout(deadline);
    signal.removeEventListener("abort", giveUp);
  }
}
