import { promoteNext, type Promoting } from "./promote-next.ts";
import { adoptJobs, returnExpiredJobs, returnOverdueJobs } from "./queries.ts";
import { deleteOldGroups, deleteOldSlots } from "./slots.ts";

/**
 * Repairs what was lost between the rows and the queue: a job that should be in its queue waits again, one whose run has
 * died, too, and both are promoted. Safe to run anywhere, any number of times.
 * Without `leaseExpiresMs` no run is taken for dead, which is right while no run could say that it lives.
 * @returns how much there was of each
 */
export async function sweepJobs(
  resources: Promoting,
  { requeueAfterMs, leaseExpiresMs }: { readonly requeueAfterMs: number; readonly leaseExpiresMs: number | null },
): Promise<{ readonly overdue: number; readonly expired: number }> {
  const { db } = resources;
  await adoptJobs(db);
  const expired = leaseExpiresMs === null ? 0 : await returnExpiredJobs(db, leaseExpiresMs);
  const overdue = await returnOverdueJobs(db, requeueAfterMs);
  await deleteOldSlots(db);
  await deleteOldGroups(db);
  promoteNext(resources);
  return { overdue, expired };
}
