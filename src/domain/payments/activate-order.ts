import type { Db } from "#db/schema.ts";
import { addToCycle } from "#src/domain/credits/cycles.ts";
import { wouldExceedLimit } from "#src/domain/credits/top-up.ts";
import { endOfMonths, extendSubscription, startSubscription } from "#src/domain/subscriptions/periods.ts";
import { cancelSubscription, expireSubscriptions } from "#src/domain/subscriptions/queries.ts";
import { markStarted, moveCredits, type RunningCycle } from "./cycle-queries.ts";
import { layOutCycles } from "./lay-out-cycles.ts";
import { listPayments, type PaymentRow } from "./merge-payment.ts";
import { findPlanChange, isDearer, type PlanChange } from "./plan-change.ts";
import { type CycleOrder, writeOrder } from "./queries.ts";
import { runCycle, startDueCycles } from "./run-cycle.ts";

/**
 * Gives what an order has paid for: a subscription, or a change of the one that the account has. It begins now with what is left of the
 * running cycle, or follows what is paid (`findPlanChange`). Needs the lock of the buyer; an order is paid once.
 */
export async function activateOrder(db: Db, order: CycleOrder, payment: PaymentRow): Promise<void> {
  const { id: orderId, user_id: userId, months } = order;
  await expireSubscriptions(db, userId);
  await startDueCycles(db, userId);
  const change = await findPlanChange(db, userId, order);
  const { live, isImmediate } = change;
  const id = live?.id ?? order.subscription_id;
  // The account has another subscription, whose plan this order changes or extends.
  if (id !== order.subscription_id) await cancelSubscription(db, order.subscription_id, ["pending"]);
  const own = { ...order, subscription_id: id };
  const upgrade = await findEarlierUpgrade(db, { order, payment, change });
  if (upgrade !== null) return addToUpgrade(db, own, upgrade);
  if (isImmediate) return beginNow(db, own, change.running);
  const { start, end } = await extendSubscription(db, { id, orderId, months });
  await writeOrder(db, orderId, { subscription_id: id, period_start: start, period_end: end, status: "paid" });
  await startDueCycles(db, userId);
}

/** Begins the cycle of an order, with what is left of the one that runs. Those that were paid ahead follow it. */
async function beginNow(db: Db, order: CycleOrder, running: RunningCycle | null): Promise<void> {
  const { id: orderId, user_id: userId, subscription_id: id, plan_id: planId, months } = order;
  const { start, end } = await startSubscription(db, { id, orderId, months, planId });
  const period = { subscription_id: id, period_start: start, period_end: end } as const;
  await writeOrder(db, orderId, { ...period, status: "paid" });
  if (running === null) await runCycle(db, { ...order, ...period });
  else {
    const credits = { tts: order.tts_credits, asr: order.asr_credits };
    await addToCycle(db, { orderId, userId }, { credits, endsAt: end });
    await moveCredits(db, running.order.id, orderId);
    await markStarted(db, orderId);
  }
  await layOutCycles(db, { subscriptionId: id, anchor: start, months, end, orderId });
}

interface LateOrder {
  readonly order: CycleOrder;
  readonly payment: PaymentRow;
  readonly change: PlanChange;
}

/** An upgrade of an order, which was paid after it but reported before, with when the order was paid. */
interface EarlierUpgrade {
  readonly running: RunningCycle;
  readonly paidAt: Date;
}

async function findEarlierUpgrade(db: Db, { order, payment, change }: LateOrder): Promise<EarlierUpgrade | null> {
  const { running, kind } = change;
  const paidAt = payment.made_at;
  if (running === null || paidAt === null || kind !== "downgrade" || !isDearer(running.order, order)) return null;
  const [paidBy] = await listPayments(db, running.order.id);
  if (paidBy === undefined || paidBy.made_at === null || paidBy.made_at <= paidAt) return null;
  const credits = { tts: order.tts_credits, asr: order.asr_credits };
  if (await wouldExceedLimit(db, { userId: order.user_id, credits })) return null;
  return { running, paidAt };
}

/** Had the orders been reported in sequence, the credits of this one would have been carried over into the upgrade. */
async function addToUpgrade(db: Db, order: CycleOrder, { running, paidAt }: EarlierUpgrade): Promise<void> {
  const { id: orderId, user_id: userId, months } = order;
  const end = await endOfMonths(db, paidAt, months);
  const period = { subscription_id: order.subscription_id, period_start: paidAt, period_end: end } as const;
  await writeOrder(db, orderId, { ...period, status: "paid" });
  await addToCycle(db, { orderId, userId }, { credits: { tts: order.tts_credits, asr: order.asr_credits } });
  await markStarted(db, orderId);
  await moveCredits(db, orderId, running.order.id);
}
