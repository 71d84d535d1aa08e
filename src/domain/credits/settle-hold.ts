import type { Db } from "#db/schema.ts";
import { addUsage } from "#src/domain/usage/queries.ts";
import { deleteHold, insertLedgerEntry, returnCredits } from "./queries.ts";

/**
 * Charges a request, in the transaction that writes its result: so many of the credits that are held for it, or all.
 * The rest goes back. A request without a hold costs nothing.
 * @returns what was charged
 */
export async function settleHold(db: Db, requestId: string, credits?: number): Promise<number> {
  const hold = await deleteHold(db, requestId);
  if (hold === null) return 0;
  const { user_id, pool, from_subscription: fromSubscription, from_permanent: fromPermanent } = hold;
  const charged = credits ?? fromSubscription + fromPermanent;
  const rest = fromSubscription + fromPermanent - charged;
  if (rest < 0) throw new Error("Cannot charge more than is held.");
  // What was spent last goes back first.
  const permanentRest = Math.min(rest, fromPermanent);
  await returnCredits(db, hold, { from_permanent: permanentRest, from_subscription: rest - permanentRest });
  await insertLedgerEntry(db, { user_id, pool, kind: "usage", credits: -charged, request_id: requestId });
  await addUsage(db, requestId, charged);
  return charged;
}
