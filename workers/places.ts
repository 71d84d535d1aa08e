import { setTimeout as sleep } from "node:timers/promises";
import { claimJob, type JobHint } from "#src/domain/jobs/claim-job.ts";
import { isDemoLane } from "#src/domain/jobs/demo-lanes.ts";
import type { JobLease } from "#src/domain/jobs/queries.ts";
import { findNobodysJob, someWaits, type Withheld } from "#src/domain/jobs/waiting-queries.ts";
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

/** How soon work of others is noticed for which the last places are kept. */
const lookEveryMs = 100;

/**
 * Places of which no account may have all, if there are several: one takes another place only while it has fewer than are
 * free, so that there is one for whoever comes next. All demo work counts as one account here.
 */
export function openSharedPlaces({ db, turns, config }: Resources, count: number): Places {
  const taken = countPlaces(count);
  const closing = Promise.withResolvers<"closing">();
  let isClosing = false;
  const kept = new Set<JobHint>();
  let change = Promise.withResolvers<void>();
  const somethingChanged = (): void => {
    change.resolve();
    change = Promise.withResolvers();
  };
  const claim = async (hint: JobHint): Promise<JobLease | null> => {
    const { accountIds: passedOver, demo: withoutDemo } = taken.withheld();
    const lease = await claimJob(db, hint, { ...config.jobs, passedOver, withoutDemo });
    if (lease !== null) taken.add(lease, 1);
    return lease;
  };
  /** Work of an account, or what is nobody's, whose own hint cannot come while another one is kept. */
  const claimAny = async (hint: JobHint): Promise<JobLease | null> => {
    const lease = await claim(hint);
    if (lease !== null) return lease;
    const ticket = await findNobodysJob(db, hint.name);
    return ticket === null ? null : claim(ticket);
  };
  const takeOrKeep = async (hint: JobHint): Promise<JobLease | null> => {
    for (;;) {
      const changed = change.promise;
      // One after the other: what is taken now counts for the next.
      const lease = await turns.take("places", () => claimAny(hint));
      if (lease !== null || isClosing) return lease;
      // The hint is kept while it stands for work that has to wait, or nobody would begin that later.
      if (!(await someWaits(db, hint.name, taken.withheld()))) return null;
      kept.add(hint);
      // Of the hints that are kept, one looks for what has come.
      const [first] = kept;
      const look = first === hint ? [sleep(lookEveryMs)] : [];
      await Promise.race([changed, closing.promise, ...look]);
    }
  };
  return {
    take: (hint) =>
      takeOrKeep(hint).finally(() => {
        if (kept.delete(hint)) somethingChanged();
      }),
    leave: (lease) => {
      taken.add(lease, -1);
      somethingChanged();
    },
    close: () => {
      isClosing = true;
      closing.resolve("closing");
    },
  };
}

const demo = Symbol("demo");

/** Whose place a run takes; null for what is nobody's. */
const holderOf = ({ accountId, lane }: JobLease): string | typeof demo | null => (isDemoLane(lane) ? demo : accountId);

/** Counts the places that accounts have. */
function countPlaces(count: number) {
  const taken = new Map<string | typeof demo | null, number>();
  let free = count;
  return {
    add: (lease: JobLease, places: 1 | -1): void => {
      const holder = holderOf(lease);
      const now = (taken.get(holder) ?? 0) + places;
      free -= places;
      if (now === 0) taken.delete(holder);
      else taken.set(holder, now);
    },
    /** Whose work may not be begun now. */
    withheld: (): Withheld => {
      const holders = [...taken].filter(([, places]) => places >= free).map(([holder]) => holder);
      return {
        accountIds: holders.filter((holder) => typeof holder === "string"),
        demo: holders.includes(demo),
      };
    },
  };
}
