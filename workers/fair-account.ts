import type { JobLease } from "#src/domain/jobs/queries.ts";
import { isDemoGroup } from "#src/domain/jobs/groups.ts";
import { background } from "#workers/speech/fair-queue.ts";

/** In whose name the engines' time is shared out: all demo calls together are background work. */
export const fairAccountOf = ({ accountId, groupKey, subjectId }: JobLease): string =>
  isDemoGroup(groupKey) ? background : (accountId ?? subjectId);
