import { DomainError } from "#src/errors.ts";
import { endsWithin } from "#src/platform/shutdown.ts";

/** As long as a caller may wait for a result. */
const maxWaitMs = 60_000;

/**
 * Lets callers wait in the memory of this process instead of for a lock in the database, where each of them would hold one of
 * the few connections.
 */
export interface KeyedMutex {
  /**
   * Does some work when all earlier work under this key has ended. Other processes have their own.
   * @throws DomainError `unavailable` when that takes longer than a minute
   */
  runExclusive<Result>(key: string, work: () => Promise<Result>): Promise<Result>;
}

export function openKeyedMutex(): KeyedMutex {
  const ends = new Map<string, Promise<void>>();
  return {
    runExclusive: async (key, work) => {
      const earlier = ends.get(key);
      const own = Promise.withResolvers<void>();
      const end = earlier === undefined ? own.promise : earlier.then(() => own.promise);
      ends.set(key, end);
      void end.then(() => ends.get(key) === end && ends.delete(key));
      try {
        if (earlier !== undefined && !(await endsWithin(earlier, maxWaitMs))) throw new DomainError("unavailable");
        return await work();
      } finally {
        own.resolve();
      }
    },
  };
}
