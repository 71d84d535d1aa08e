import type { Db } from "#db/schema.ts";
import { deleteEndedSessions } from "./queries.ts";
import { deleteExpiredSignIns } from "./sign-in-attempts.ts";

/** Removes the rows of sessions that have ended and of abandoned sign-in attempts. */
export async function sweepSessions(
  { db }: { readonly db: Db },
  { idleMs }: { readonly idleMs: number },
): Promise<void> {
  await deleteEndedSessions(db, idleMs);
  await deleteExpiredSignIns(db);
}
