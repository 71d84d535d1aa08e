import type { Db } from "#db/schema.ts";
import { deleteExpiredDeviceAuthorizations } from "#src/domain/device-authorizations/queries.ts";
import { deleteEndedSessions } from "./queries.ts";
import { deleteExpiredSignIns } from "./sign-in-attempts.ts";

/** Removes the rows of sessions that have ended, and of sign-in attempts and device authorizations that were abandoned. */
export async function sweepSessions(
  { db }: { readonly db: Db },
  { idleMs }: { readonly idleMs: number },
): Promise<void> {
  await deleteEndedSessions(db, idleMs);
  await deleteExpiredSignIns(db);
  await deleteExpiredDeviceAuthorizations(db);
}
