import { sql } from "kysely";

const demo = "demo: ";
/** Groups of isolated jobs begin so, since the name is stored. */
const isolated = "quarantine: ";

const batch = "batch: ";

/** The group of the work that an account has sent in batches, which comes after all other work. */
export const batchGroupOf = (accountId: string): string => `${batch}${accountId}`;

export const isBatchGroup = (groupKey: string): boolean => groupKey.startsWith(batch);

/** The groups of batches, for `like`. */
export const batchGroupPattern = `${batch}%`;

/** The group of a caller of the demo, of which one job runs at a time over all queues. */
export const demoGroupOf = (callerKey: string): string => `${demo}${callerKey}`;

export const isDemoGroup = (groupKey: string): boolean => groupKey.startsWith(demo);

/** The groups of the callers of the demo, for `like`. */
export const demoGroupPattern = `${demo}%`;

/** The groups of isolated jobs, for `like`. */
export const isolatedGroupPattern = `${isolated}%`;

/** The group of the isolated jobs of one name. */
export const isolatedGroupOf = (name: string): string => `${isolated}${name}`;

/**
 * The group of a job after a crash. From the second crash on the job is isolated: one such job runs at a time, because
 * one of them may crash its worker, and that must not count as a crash of the others.
 */
export const groupAfterCrash = sql<string>`case when crashes > 0 then ${sql.lit(isolated)} || name else group_key end`;
