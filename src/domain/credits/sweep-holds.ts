import type { Db } from "#db/schema.ts";
import { findOrphanedHolds } from "./queries.ts";
import { releaseHold } from "./release-hold.ts";

const batch = 500;

/** Gives back what is held for requests that have ended, or are gone. @returns how many there were, 500 at most */
export async function sweepHolds({ db }: { readonly db: Db }): Promise<number> {
  const forgotten = await findOrphanedHolds(db, batch);
  for (const requestId of forgotten) await db.transaction().execute((trx) => releaseHold(trx, requestId));
  return forgotten.length;
}
