import type { Db } from "#db/schema.ts";
import { beginCycle } from "#src/domain/credits/cycles.ts";
import { startPeriod } from "#src/domain/subscriptions/queries.ts";
import { markEnded, markStarted, type Order } from "./queries.ts";

/** Begins the cycle that an order has paid, and ends the one that ran before. */
export async function runCycle(db: Db, order: Order): Promise<void> {
  const { id: orderId, user_id: userId, tts_credits: tts, asr_credits: asr } = order;
  const ended = await beginCycle(db, { orderId, userId }, { credits: { tts, asr }, endsAt: order.period_end });
  if (ended !== null) await markEnded(db, [ended]);
  await markStarted(db, orderId);
  if (order.period_start !== null && order.subscription_id !== null)
    await startPeriod(db, order.subscription_id, order.period_start);
}
