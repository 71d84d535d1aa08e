import { setTimeout as sleep } from "node:timers/promises";
import { claimJob, type JobHint } from "#src/domain/jobs/claim-job.ts";
import { findNobodysJob, type JobLease, someWaits } from "#src/domain/jobs/queries.ts";
import type { Resources } from "#src/platform/resources.ts";

/** What a process can work on at once. */
export interface Places {
  /** Begins a run. @returns null when there is nothing to do */
  take(hint: JobHint): Promise<JobLease | null>;
  /** Says that a run has ended. */
  leave(lease: JobLease): void;
  /** Ends all waiting. */
  close(): void;
}

/** Places that anybody may have, all of them too. */
export const openPlaces = ({ db, config }: Resources): Places => ({
  take: (hint) => claimJob(db, hint, config.jobs),
  leave: () => undefined,
  close: () => undefined,
});

/** How soon work of others is noticed for which the last place is kept. */
const lookEveryMs = 500;

/**
 * Places of which no account may have the last one, if there are several: who has all others waits until a run of its own
 * ends. For runs that may take long, so that those of others need not wait for the end of one.
 */
export function openSharedPlaces({ db, turns, config }: Resources, count: number): Places {
  const taken = countPlaces(count);
  const closing = new AbortController();
  let change = Promise.withResolvers<void>();
  const claim = async (hint: JobHint): Promise<JobLease | null> => {
    const lease = await claimJob(db, hint, { ...config.jobs, passedOver: taken.full() });
    if (lease !== null) taken.add(lease, 1);
    return lease;
  };
  /** What is nobody's has a hint of its own, which cannot come while another one is kept. */
  const claimNobodys = async ({ name }: JobHint): Promise<JobLease | null> => {
    const ticket = await findNobodysJob(db, name);
    return ticket === null ? null : claim(ticket);
  };
  return {
    take: async (hint) => {
      for (;;) {
        const ended = change.promise;
        // One after the other: what is taken now counts for the next.
        const lease = await turns.take("places", () => claim(hint));
        if (lease !== null) return lease;
        // The hint is kept while it stands for work that has to wait, or nobody would begin that later.
        if (closing.signal.aborted || !(await someWaits(db, hint.name, taken.full()))) return null;
        const nobodys = await claimNobodys(hint);
        if (nobodys !== null) return nobodys;
        await Promise.race([ended, sleep(lookEveryMs, undefined, { signal: closing.signal })]).catch(() => undefined);
      }
    },
    leave: (lease) => {
      taken.add(lease, -1);
      change.resolve();
      change = Promise.withResolvers();
    },
    close: () => closing.abort(),
  };
}

/** Counts the places that accounts have. */
function countPlaces(count: number) {
  const taken = new Map<string, number>();
  const most = Math.max(1, count - 1);
  return {
    add: ({ accountId }: JobLease, places: 1 | -1): void => {
      if (accountId === null) return;
      const now = (taken.get(accountId) ?? 0) + places;
      if (now === 0) taken.delete(accountId);
      else taken.set(accountId, now);
    },
    /** Those that may have no more. */
    full: (): readonly string[] =>
      count === 1 ? [] : [...taken].filter(([, places]) => places >= most).map(([accountId]) => accountId),
  };
}
