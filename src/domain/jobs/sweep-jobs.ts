import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import type { Dispatcher } from "#src/platform/dispatcher.ts";
import { takeExpiredJobs, takeOverdueJobs } from "./queries.ts";

/**
 * Repairs what was lost between the rows and the queue: work that should be queued is queued again, and
 * work whose run died is given to another. Safe to run anywhere, any number of times.
 * Without `leaseExpiresMs` no run is taken for dead, which is right while nobody could say that it lives.
 * @returns how much there was of each
 */
export async function sweepJobs(
  { db, dispatcher }: { readonly db: Kysely<Database>; readonly dispatcher: Dispatcher },
  { requeueAfterMs, leaseExpiresMs }: { readonly requeueAfterMs: number; readonly leaseExpiresMs: number | null },
): Promise<{ readonly overdue: number; readonly expired: number }> {
  const expired = leaseExpiresMs === null ? [] : await takeExpiredJobs(db, leaseExpiresMs);
  const overdue = await takeOverdueJobs(db, requeueAfterMs);
  await Promise.all([...expired, ...overdue].map((ticket) => dispatcher.dispatch(ticket)));
  return { overdue: overdue.length, expired: expired.length };
}
