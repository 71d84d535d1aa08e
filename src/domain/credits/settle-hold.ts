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
  const { user_id, pool, from_cycle: fromCycle, from_lasting: fromLasting } = hold;
  const charged = credits ?? fromCycle + fromLasting;
  const rest = fromCycle + fromLasting - charged;
  if (rest < 0) throw new Error("More is to be charged than is held.");
  // What was spent last goes back first.
  const lastingRest = Math.min(rest, fromLasting);
  await returnCredits(db, hold, { from_lasting: lastingRest, from_cycle: rest - lastingRest });
  await insertLedgerEntry(db, { user_id, pool, kind: "usage", credits: -charged, request_id: requestId });
  await addUsage(db, requestId, charged);
  return charged;
}
