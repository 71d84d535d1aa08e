import type { JobLease } from "#src/domain/jobs/queries.ts";
import { isDemoGroup } from "#src/domain/jobs/groups.ts";
import { background } from "#workers/speech/process/fair-queue.ts";

/** The account under which the engines' fair queue counts a job: all demo calls together are background work. */
export const accountForFairness = ({ accountId, groupKey, subjectId }: JobLease): string =>
  isDemoGroup(groupKey) ? background : (accountId ?? subjectId);
