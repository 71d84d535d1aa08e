import type { JobLease } from "#src/domain/jobs/queries.ts";
import { isBatchGroup, isDemoGroup } from "#src/domain/jobs/groups.ts";
import { background, batches } from "#workers/speech/process/fair-queue.ts";

/** The account under which the engines' fair queue counts a job: all demo calls together are background work, and all batches are one account. */
export function accountForFairness({ accountId, groupKey, subjectId }: JobLease): string {
  if (isDemoGroup(groupKey)) return background;
  return isBatchGroup(groupKey) ? batches : (accountId ?? subjectId);
}
