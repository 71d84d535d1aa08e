import { sql } from "kysely";

const demo = "demo: ";
const quarantine = "quarantine: ";

/** The group of the demo work of one caller, of which one job is done at a time over all queues. */
export const demoGroupOf = (callerKey: string): string => `${demo}${callerKey}`;

export const isDemoGroup = (groupKey: string): boolean => groupKey.startsWith(demo);

/** The groups of the callers of the demo, as a pattern of SQL. */
export const demoGroups = `${demo}%`;

/** The groups of jobs that have ended their workers, as a pattern of SQL. */
export const quarantineGroups = `${quarantine}%`;

/** The group of the jobs of one name that have ended their workers. */
export const quarantineOf = (name: string): string => `${quarantine}${name}`;

/**
 * The group of a job whose run has died. One that was under way twice when its worker died is quarantined: of those one
 * runs at a time, since one of them may be what kills, and the others must not be given up for having run beside it.
 */
export const groupAfterCrash = sql<string>`case when crashes > 0 then ${sql.lit(quarantine)} || name else group_key end`;
