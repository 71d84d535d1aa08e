import type { Db } from "#db/schema.ts";
import { endCycle, returnToCycle } from "#src/domain/credits/cycles.ts";
import { findPaidMonths, presentMoment, startPeriod } from "#src/domain/subscriptions/periods.ts";
import { endSubscription } from "#src/domain/subscriptions/queries.ts";
import {
  findCarriedOrder,
  findStartedOrder,
  listWaitingOrders,
  markEnded,
  moveCredits,
  writeRefundedCycle,
} from "./cycle-queries.ts";
import { type Layout, layOutCycles } from "./lay-out-cycles.ts";
import { type CycleOrder, findOrder, isCycleOrder, type Order } from "./queries.ts";
import { startDueCycles } from "./run-cycle.ts";
import { withdrawAll } from "./withdraw-refunded.ts";

/**
 * Takes back what an order had paid for, as all of its money was given back: what is unused of its credits, and its
 * period. The periods after it move forward; one that runs goes back to the cycle whose credits were carried over into it.
 * A subscription without another paid period ends now. Needs the lock of the buyer.
 */
export async function refundCycle(db: Db, { id: orderId, user_id: userId }: CycleOrder): Promise<void> {
  await startDueCycles(db, userId);
  const order = await findOrder(db, orderId);
  if (order === null || !isCycleOrder(order)) throw new Error("The order of a cycle is gone.");
  await withdrawAll(db, order);
  const isUnfinished = order.status === "paid" && order.ended_at === null && order.carried_into === null;
  const layout = isUnfinished ? await layoutWithout(db, order) : null;
  await writeRefundedCycle(db, orderId);
  if (layout !== null && (await layOutCycles(db, layout))) return startDueCycles(db, userId);
  await endSubscription(db, { id: order.subscription_id, order_id: orderId });
}

/** Computes where the waiting cycles of a subscription begin without this order. */
async function layoutWithout(db: Db, order: CycleOrder): Promise<Layout> {
  const { id: orderId, user_id: userId, subscription_id: subscriptionId } = order;
  if (order.started_at === null) return layoutOfWaiting(db, subscriptionId);
  const now = await presentMoment(db);
  const previous = await findCarriedOrder(db, orderId);
  if (previous !== null && isRunningAt(previous, now)) {
    await returnToCycle(db, { orderId: previous.id, userId }, previous.period_end);
    await moveCredits(db, orderId, previous.id);
    await startPeriod(db, subscriptionId, { start: previous.period_start, planId: previous.plan_id });
    const end = previous.period_end;
    return { subscriptionId, anchor: end, months: 0, end, orderId: previous.id };
  }
  await endCycle(db, { orderId, userId });
  await markEnded(db, [orderId]);
  return { subscriptionId, anchor: now, months: 0, end: now, orderId: null };
}

const isRunningAt = (
  order: Order,
  now: Date,
): order is CycleOrder & { readonly period_start: Date; readonly period_end: Date } =>
  isCycleOrder(order) && order.period_start !== null && order.period_end !== null && order.period_end > now;

/** The waiting cycles follow the running one as before, or begin where the first of them did. */
async function layoutOfWaiting(db: Db, subscriptionId: string): Promise<Layout> {
  const waiting = await listWaitingOrders(db, subscriptionId);
  const { anchor, months } = await findPaidMonths(db, subscriptionId);
  const running = await findStartedOrder(db, subscriptionId);
  const end = running?.period_end ?? waiting[0]?.period_start ?? anchor;
  const ahead = waiting.reduce((sum, order) => sum + order.months, 0);
  return { subscriptionId, anchor, months: months - ahead, end, orderId: running?.id ?? null };
}
