import { DomainError } from "#src/errors.ts";
import { endsWithin } from "#src/platform/shutdown.ts";

/** As long as a caller may wait for a result. */
const maxWaitMs = 60_000;

/**
 * A place to wait for those who would otherwise wait for one lock in the database, where each of them keeps a connection
 * from everybody else.
 */
export interface Turns {
  /**
   * Does some work when all earlier work under this name has ended. Of this process, that is: others have their own.
   * @throws DomainError `unavailable` when it is not its turn within a minute
   */
  take<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
}

export function openTurns(): Turns {
  const ends = new Map<string, Promise<void>>();
  return {
    take: async (name, work) => {
      const earlier = ends.get(name) ?? Promise.resolve();
      const own = Promise.withResolvers<void>();
      const end = earlier.then(() => own.promise);
      ends.set(name, end);
      void end.then(() => ends.get(name) === end && ends.delete(name));
      try {
        if (!(await endsWithin(earlier, maxWaitMs))) throw new DomainError("unavailable");
        return await work();
      } finally {
        own.resolve();
      }
    },
  };
}
