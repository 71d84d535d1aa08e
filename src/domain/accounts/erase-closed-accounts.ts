import type { Db } from "#db/schema.ts";
import type { IdentityEventReader } from "#src/providers/identity/identity-event.ts";
import { eraseClosedAccount } from "./close-account.ts";
import { takeDueErasure } from "./erasure-queries.ts";

/**
 * Erases the account that was closed first and waits for it. One that fails is tried again later, after the others.
 * @returns how many there were, which is 0 when nothing is left
 */
export async function eraseClosedAccounts({
  db,
  readEvent,
}: {
  readonly db: Db;
  readonly readEvent: IdentityEventReader;
}): Promise<number> {
  const userId = await takeDueErasure(db);
  if (userId === null) return 0;
  await db.transaction().execute((trx) => eraseClosedAccount({ db: trx, readEvent }, userId));
  return 1;
}
