import type { JobLease } from "#src/domain/jobs/queries.ts";
import { isDemoLane } from "#src/domain/jobs/demo-lanes.ts";
import { background } from "#workers/speech/fair-queue.ts";

/** In whose name the engines' time is shared out: all demo calls together are background work. */
export const fairAccountOf = ({ accountId, lane, subjectId }: JobLease): string =>
  isDemoLane(lane) ? background : (accountId ?? subjectId);
