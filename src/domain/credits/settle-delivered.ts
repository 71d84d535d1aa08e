import type { Db } from "#db/schema.ts";
import { deleteHold, type Hold, returnCredits } from "./queries.ts";
import { chargeHold } from "./settle-hold.ts";

/**
 * Settles the hold of a request that ends, or is removed, before its work is done, in the same transaction: what was delivered of a
 * stream is charged, `atLeast` so many characters. All other work costs nothing.
 */
export async function settleDelivered(db: Db, requestId: string, atLeast = 0): Promise<void> {
  const hold = await deleteHold(db, requestId);
  if (hold !== null) await chargeDelivered(db, hold, atLeast);
}

/** The same for a hold that has been deleted. */
export async function chargeDelivered(db: Db, hold: Hold, atLeast = 0): Promise<void> {
  const held = hold.from_subscription + hold.from_permanent;
  const credits = Math.min(held, Math.max(hold.delivered, atLeast));
  if (credits === 0) await returnCredits(db, hold, hold);
  else await chargeHold(db, hold, { credits, isWhole: false });
}
