import type { Db } from "#db/schema.ts";
import { addUsage } from "#src/domain/usage/queries.ts";
import { deleteHold, type Hold, insertLedgerEntry, returnCredits } from "./queries.ts";
import { atPrice } from "./reserve-credits.ts";

/**
 * Charges a request, in the transaction that writes its result: so many credits at its price, or all that are held for it.
 * The rest goes back. A request without a hold costs nothing.
 * @returns what was charged
 */
export async function settleHold(db: Db, requestId: string, credits?: number): Promise<number> {
  const hold = await deleteHold(db, requestId);
  if (hold === null) return 0;
  const held = hold.from_subscription + hold.from_permanent;
  const charged = credits === undefined ? held : atPrice(credits, hold.price_percent);
  await chargeHold(db, hold, { credits: charged, isWhole: true });
  return charged;
}

interface Charge {
  readonly credits: number;
  /** False for a stream that ended early: the time until then is no latency. */
  readonly isWhole: boolean;
}

/** Charges so many of the credits of a hold that has been deleted. The rest goes back. */
export async function chargeHold(db: Db, hold: Hold, { credits, isWhole }: Charge): Promise<void> {
  const { request_id, user_id, pool, from_subscription: fromSubscription, from_permanent: fromPermanent } = hold;
  const rest = fromSubscription + fromPermanent - credits;
  if (rest < 0) throw new Error("Cannot charge more than is held.");
  // The credits that were spent last go back first.
  const permanentRest = Math.min(rest, fromPermanent);
  await returnCredits(db, hold, { from_permanent: permanentRest, from_subscription: rest - permanentRest });
  await insertLedgerEntry(db, { user_id, pool, kind: "usage", credits: -credits, request_id });
  await addUsage(db, request_id, { credits, isWhole });
}
