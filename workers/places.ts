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
 * free, so that there is one for the next account. All demo work counts as one account here.
 */
export function openSharedPlaces(resources: Resources, count: number): Places {
  const { db, turns } = resources;
  const taken = countPlaces(count);
  const change = openChange();
  const kept = new Set<JobHint>();
  let isClosing = false;
  const takeOrKeep = async (hint: JobHint): Promise<JobLease | null> => {
    for (;;) {
      const changed = change.next();
      // One after the other: what is taken now counts for the next.
      const { lease, withheld } = await turns.take("places", () => claimAny(resources, hint, taken));
      if (lease !== null || isClosing) return lease;
      // The hint is kept while it stands for work that had to wait, also when that need not wait any more: no other hint
      // would begin it.
      if (!(await someWaits(db, hint.name, withheld))) return null;
      kept.add(hint);
      // Of the hints that are kept, one looks for what has come.
      const [first] = kept;
      await (first === hint ? Promise.race([changed, sleep(lookEveryMs)]) : changed);
    }
  };
  return {
    take: (hint) =>
      takeOrKeep(hint).finally(() => {
        if (kept.delete(hint)) change.happened();
      }),
    leave: (lease) => {
      taken.add(lease, -1);
      change.happened();
    },
    close: () => {
      isClosing = true;
      change.happened();
    },
  };
}

interface Claimed {
  readonly lease: JobLease | null;
  /** What was not to be begun. */
  readonly withheld: Withheld;
}

/** Work, with or without an account, whose own hint cannot come while another one is kept. */
async function claimAny({ db, config }: Resources, hint: JobHint, taken: TakenPlaces): Promise<Claimed> {
  const withheld = taken.withheld();
  const { accountIds: passedOver, demo: withoutDemo } = withheld;
  const claim = async (one: JobHint): Promise<JobLease | null> => {
    const lease = await claimJob(db, one, { ...config.jobs, passedOver, withoutDemo });
    if (lease !== null) taken.add(lease, 1);
    return lease;
  };
  const own = await claim(hint);
  if (own !== null) return { lease: own, withheld };
  const ticket = await findNobodysJob(db, hint.name);
  return { lease: ticket === null ? null : await claim(ticket), withheld };
}

/** Something that happens again and again, and can be waited for. */
function openChange() {
  let change = Promise.withResolvers<void>();
  return {
    next: (): Promise<void> => change.promise,
    happened: (): void => {
      change.resolve();
      change = Promise.withResolvers();
    },
  };
}

const demo = Symbol("demo");

/** Whose place a run takes; null for work without an account. */
const holderOf = ({ accountId, lane }: JobLease): string | typeof demo | null => (isDemoLane(lane) ? demo : accountId);

interface TakenPlaces {
  add(lease: JobLease, places: 1 | -1): void;
  /** Whose work may not be begun now. */
  withheld(): Withheld;
}

/** Counts the places that accounts have. */
function countPlaces(count: number): TakenPlaces {
  const taken = new Map<string | typeof demo | null, number>();
  let free = count;
  return {
    add: (lease, places) => {
      const holder = holderOf(lease);
      const now = (taken.get(holder) ?? 0) + places;
      free -= places;
      if (now === 0) taken.delete(holder);
      else taken.set(holder, now);
    },
    withheld: () => {
      const holders = [...taken].filter(([, places]) => places >= free).map(([holder]) => holder);
      return {
        accountIds: holders.filter((holder) => typeof holder === "string"),
        demo: holders.includes(demo),
      };
    },
  };
}
