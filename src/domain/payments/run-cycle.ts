import type { Db } from "#db/schema.ts";
import { beginCycle } from "#src/domain/credits/cycles.ts";
import { startPeriod } from "#src/domain/subscriptions/periods.ts";
import { findDueCycle, markEnded, markStarted } from "./cycle-queries.ts";
import type { Order } from "./queries.ts";
import { withdrawRefunded } from "./withdraw-refunded.ts";

/** Begins the cycle that an order has paid, and ends the one that ran before. */
export async function runCycle(db: Db, order: Order): Promise<void> {
  const { id: orderId, user_id: userId, plan_id: planId, tts_credits: tts, asr_credits: asr } = order;
  const ended = await beginCycle(db, { orderId, userId }, { credits: { tts, asr }, endsAt: order.period_end });
  if (ended !== null) await markEnded(db, [ended]);
  await markStarted(db, orderId);
  await withdrawRefunded(db, order);
  if (order.period_start !== null && order.subscription_id !== null && planId !== null)
    await startPeriod(db, order.subscription_id, { start: order.period_start, planId });
}

/** Begins the paid cycles of an account whose time has come, one after the other. Needs the lock of the buyer. */
export async function startDueCycles(db: Db, userId: string): Promise<void> {
  for (let due = await findDueCycle(db, userId); due !== null; due = await findDueCycle(db, userId))
    await runCycle(db, due);
}
