import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import { deleteUsage } from "#src/domain/usage/queries.ts";
import { findHoldsOf } from "./queries.ts";
import { releaseHold } from "./release-hold.ts";

/** Ends what an account has reserved and forgets what it did; balances and the ledger stay, without a person. */
export async function eraseCredits(db: Kysely<Database>, userId: string): Promise<void> {
  for (const requestId of await findHoldsOf(db, userId)) await releaseHold(db, requestId);
  await deleteUsage(db, userId);
}
