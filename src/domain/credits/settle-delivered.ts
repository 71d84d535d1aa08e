import type { Db } from "#db/schema.ts";
import { deleteHold, type Hold, returnCredits } from "./queries.ts";
import { chargeHold } from "./settle-hold.ts";

/**
 * Settles the hold of a request that ends, or is removed, before its work is done, in the same transaction: what was delivered of a
 * stream or a live session is charged, `atLeast` so many credits, and of all other work the share that was done, in whole percent.
 * @returns what was charged
 */
export async function settleDelivered(db: Db, requestId: string, atLeast = 0): Promise<number> {
  const hold = await deleteHold(db, requestId);
  if (hold === null) return 0;
  const held = hold.from_subscription + hold.from_permanent;
  const done = Math.floor((held * (await findDonePercent(db, requestId))) / 100);
  return chargeDelivered(db, hold, Math.max(atLeast, done));
}

/** Finds the percentage of the work on a request that is done; 0 of a stream, which costs what was delivered, and of work that was not begun. */
async function findDonePercent(db: Db, requestId: string): Promise<number> {
  const running = db.selectFrom("speech_requests").select("progress").where("id", "=", requestId);
  const row = await running.where("is_streamed", "=", false).where("status", "=", "processing").executeTakeFirst();
  return row?.progress ?? 0;
}

/** The same for a hold that has been deleted. */
export async function chargeDelivered(db: Db, hold: Hold, atLeast = 0): Promise<number> {
  const held = hold.from_subscription + hold.from_permanent;
  const credits = Math.min(held, Math.max(hold.delivered, atLeast));
  if (credits === 0) await returnCredits(db, hold, hold);
  else await chargeHold(db, hold, { credits, isWhole: false });
  return credits;
}
