import type { Db } from "#db/schema.ts";
import { endCycle } from "#src/domain/credits/cycles.ts";
import {
  expireSubscriptions,
  cancelSubscription,
  endSubscription,
  extendSubscription,
  findLiveSubscription,
  type LiveSubscription,
  startSubscription,
} from "#src/domain/subscriptions/queries.ts";
import { listPayments, type PaymentRow } from "./merge-payment.ts";
import { type CycleOrder, findDueCycle, listUnfinishedOrders, markEnded, writeOrder } from "./queries.ts";
import { runCycle } from "./run-cycle.ts";

/**
 * Gives what an order has paid for: one more period of the plan that the account has, from its end, or a subscription
 * that begins now and ends the one to another plan. One that was paid before that plan, but is reported later, is over
 * already. Needs the lock of the buyer; an order is paid once.
 */
export async function activateOrder(db: Db, order: CycleOrder, payment: PaymentRow): Promise<void> {
  const { id: orderId, user_id: userId, months } = order;
  await expireSubscriptions(db, userId);
  const live = await findLiveSubscription(db, userId);
  const isMore = live !== null && live.plan_id === order.plan_id;
  if (live !== null && !isMore && (await wasPaidAfter(db, live.order_id, payment))) return passOver(db, order, live);
  const id = isMore ? live.id : order.subscription_id;
  // The plan was bought by another order meanwhile.
  if (id !== order.subscription_id) await cancelSubscription(db, order.subscription_id, ["pending"]);
  if (live !== null && !isMore) await replaceSubscription(db, { id: live.id, userId });
  const paid = { id, orderId, months };
  const period = isMore ? await extendSubscription(db, paid) : await startSubscription(db, paid);
  const change = { subscription_id: id, period_start: period.start, period_end: period.end } as const;
  await writeOrder(db, orderId, { ...change, status: "paid" });
  const due = await findDueCycle(db, userId);
  if (due !== null) await runCycle(db, due);
}

async function wasPaidAfter(db: Db, orderId: string, { made_at: madeAt }: PaymentRow): Promise<boolean> {
  const [paidBy] = await listPayments(db, orderId);
  return madeAt !== null && paidBy !== undefined && paidBy.made_at !== null && paidBy.made_at > madeAt;
}

/** Had the orders been reported in sequence, the other plan would have ended this one when it began. */
async function passOver(db: Db, order: CycleOrder, live: LiveSubscription): Promise<void> {
  const moment = live.current_period_start;
  await writeOrder(db, order.id, { status: "paid", period_start: moment, period_end: moment });
  await markEnded(db, [order.id]);
  await cancelSubscription(db, order.subscription_id, ["pending"]);
}

/** Ends a subscription and all its cycles, those that were paid ahead, too. */
async function replaceSubscription(
  db: Db,
  { id, userId }: { readonly id: string; readonly userId: string },
): Promise<void> {
  const cycles = await listUnfinishedOrders(db, id);
  for (const { id: orderId } of cycles) await endCycle(db, { orderId, userId }, "expiry");
  await markEnded(
    db,
    cycles.map((cycle) => cycle.id),
  );
  await endSubscription(db, { id });
}
