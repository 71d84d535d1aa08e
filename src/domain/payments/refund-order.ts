import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import { endCycle } from "#src/domain/credits/cycles.ts";
import { endSubscription, reduceSubscription } from "#src/domain/subscriptions/queries.ts";
import { listUnfinishedOrders, markEnded, type Order, writeOrder } from "./queries.ts";

/**
 * Takes back what an order had paid for, as all of its money was given back: what is left of its credits, and its
 * period. A subscription without another paid period ends now. Needs the lock of the buyer.
 */
export async function refundOrder(db: Kysely<Database>, order: Order): Promise<void> {
  const { id: orderId, user_id: userId, subscription_id: id } = order;
  const wasPaid = order.status === "paid";
  await endCycle(db, { orderId, userId }, "withdrawal");
  await markEnded(db, [orderId]);
  await writeOrder(db, orderId, { status: "refunded" });
  const last = (await listUnfinishedOrders(db, id)).at(-1);
  if (last === undefined) return endSubscription(db, { id, order_id: orderId });
  if (wasPaid && isAfter(order, last)) await reduceSubscription(db, { id, orderId: last.id, end: last.period_end });
}

const isAfter = (one: Order, other: Order): boolean =>
  (one.period_start?.getTime() ?? 0) > (other.period_start?.getTime() ?? 0);
