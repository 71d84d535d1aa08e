import { sql } from "kysely";

const demo = "demo: ";
const quarantine = "quarantine: ";

/** The group of a caller of the demo, of which one job runs at a time over all queues. */
export const demoGroupOf = (callerKey: string): string => `${demo}${callerKey}`;

export const isDemoGroup = (groupKey: string): boolean => groupKey.startsWith(demo);

/** The groups of the callers of the demo, for `like`. */
export const demoGroupPattern = `${demo}%`;

/** The groups of quarantined jobs, for `like`. */
export const quarantineGroupPattern = `${quarantine}%`;

/** The group of the quarantined jobs of one name. */
export const quarantineOf = (name: string): string => `${quarantine}${name}`;

/**
 * The group of a job after a crash. From the second crash on the job is quarantined: one such job runs at a time, because
 * one of them may crash its worker, and that must not count as a crash of the others.
 */
export const groupAfterCrash = sql<string>`case when crashes > 0 then ${sql.lit(quarantine)} || name else group_key end`;
