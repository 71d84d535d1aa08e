import type { Db } from "#db/schema.ts";
import { deleteUsage } from "#src/domain/usage/queries.ts";
import { deleteHoldsOf } from "./queries.ts";
import { chargeDelivered } from "./settle-delivered.ts";

/**
 * Ends all holds of an account, charging what was delivered of its streams, and deletes its usage. Balances and the amounts of the ledger stay, without a person:
 * the reasons of corrections, which are free text, are deleted.
 */
export async function eraseCredits(db: Db, userId: string): Promise<void> {
  // All holds before any balance: who raises one has locked it, and waits for the balance. Then
  // the balances in the order of `creditPools`.
  const holds = (await deleteHoldsOf(db, userId)).toSorted((one, other) => other.pool.localeCompare(one.pool));
  for (const hold of holds) await chargeDelivered(db, hold);
  await deleteUsage(db, userId);
  const corrections = db.updateTable("credit_ledger").set({ reason: null }).where("user_id", "=", userId);
  await corrections.where("kind", "=", "correction").where("reason", "is not", null).execute();
}
