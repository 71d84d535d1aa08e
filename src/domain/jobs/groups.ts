import { demoLanes } from "./demo-lanes.ts";

/** The groups of the callers of the demo, as a pattern of SQL. */
export const demoGroups = demoLanes;

const quarantine = "quarantine: ";

/** The groups of jobs that have ended their workers, as a pattern of SQL. */
export const quarantineGroups = `${quarantine}%`;

/** The group of the jobs of one name that have ended their workers. */
export const quarantineOf = (name: string): string => `${quarantine}${name}`;

/**
 * Whose limits a job falls under: a caller of the demo, an account, or nobody, whose jobs of one name are a group without a
 * limit.
 */
export const groupOf = (job: {
  readonly name: string;
  readonly lane: string | null;
  readonly accountId: string | null;
}) => job.lane ?? job.accountId ?? job.name;
