import type { Db } from "#db/schema.ts";
import { withdrawCycle, withdrawPack } from "#src/domain/credits/withdraw-credits.ts";
import { isKept, listPayments } from "./merge-payment.ts";
import { isCycleOrder, type Order } from "./queries.ts";

/**
 * Takes back the share of a paid order's unused credits that was given back of its money. Does nothing for a cycle that has not begun,
 * which asks again when it does. Needs the lock of the buyer.
 */
export async function withdrawRefunded(db: Db, order: Order): Promise<void> {
  const payment = (await listPayments(db, order.id)).find(isKept);
  if (payment === undefined || payment.refunded === 0) return;
  await withdraw(db, order, payment.refunded);
}

/** Takes back all that is unused of an order, as all of its money was given back. Needs the lock of the buyer. */
export const withdrawAll = (db: Db, order: Order): Promise<void> => withdraw(db, order, order.amount);

function withdraw(db: Db, order: Order, refunded: number): Promise<void> {
  const { id: orderId, user_id: userId, amount, tts_credits: tts, asr_credits: asr } = order;
  const withdrawal = { orderId, userId, amount, refunded };
  return isCycleOrder(order)
    ? withdrawCycle(db, withdrawal)
    : withdrawPack(db, { ...withdrawal, credits: { tts, asr } });
}
