import { promoteNext, type PromoterContext } from "./promote-next.ts";
import { returnExpiredJobs, returnOverdueJobs } from "./queries.ts";
import { deleteOldGroups, deleteOldSlots } from "./slots.ts";

/**
 * Returns promoted jobs that no worker has claimed, and jobs whose lease has expired, to the outbox, and promotes the next
 * jobs. Safe to run anywhere, any number of times.
 * Without `leaseExpiresMs` no lease expires: right while the database was unavailable and no heartbeat could be written.
 * @returns how many jobs were overdue and how many leases expired
 */
export async function sweepJobs(
  resources: PromoterContext,
  { requeueAfterMs, leaseExpiresMs }: { readonly requeueAfterMs: number; readonly leaseExpiresMs: number | null },
): Promise<{ readonly overdue: number; readonly expired: number }> {
  const { db } = resources;
  const expired = leaseExpiresMs === null ? 0 : await returnExpiredJobs(db, leaseExpiresMs);
  const overdue = await returnOverdueJobs(db, requeueAfterMs);
  await deleteOldSlots(db);
  await deleteOldGroups(db);
  promoteNext(resources);
  return { overdue, expired };
}
