import { sql } from "kysely";
import type { Db } from "#db/schema.ts";
import { lockAccount } from "#src/domain/accounts/queries.ts";
import { cancelSubscription } from "#src/domain/subscriptions/queries.ts";
import { DomainError } from "#src/errors.ts";
import { purchaseDescription, purchaseFacts } from "./purchase-queries.ts";
import { abandonOrder } from "./queries.ts";

/** The last payment of an order that failed, as columns. */
const lastFailure = sql<{ readonly failed_at: Date; readonly failure: string | null }>`(
  select coalesce(made_at, created_at) as failed_at, failure from payments
  where payments.order_id = payment_orders.id and payments.status = 'failed' order by 1 desc, id desc limit 1)`;

/** The orders of an account that wait to be paid, the last one first: at most one for each plan and pack. */
export const listOpenOrders = (db: Db, userId: string) =>
  db
    .selectFrom("payment_orders")
    .leftJoin("plans", "plans.id", "payment_orders.plan_id")
    .leftJoinLateral(lastFailure.as("last"), (join) => join.onTrue())
    .select(["provider_order_id", "plan_id", "pack_id", "amount", "currency", "payment_orders.created_at"])
    .select([purchaseDescription.as("description"), purchaseFacts.as("facts"), "last.failed_at", "last.failure"])
    .where("user_id", "=", userId)
    .where("status", "=", "open")
    .orderBy("payment_orders.created_at", "desc")
    .orderBy("payment_orders.id")
    .execute();

/** An order that waits to be paid. */
export type OpenOrder = Awaited<ReturnType<typeof listOpenOrders>>[number];

/** Offers an order no longer, and ends the subscription that waited for it. Needs the lock of the buyer. */
export async function closeOpenOrder(db: Db, id: string): Promise<void> {
  const abandoned = await abandonOrder(db, id);
  if (abandoned !== null) await cancelSubscription(db, abandoned, ["pending"]);
}

/** The most orders of the last week that an account has cancelled: each is asked about at the provider until a week is over. */
const mostCancelled = 20;
const tooMany = `${mostCancelled} orders of the last week were cancelled. This one ends by itself a week after it was made.`;
const underWay = "A payment for this order is under way. Wait for its end.";

/** Says why an order cannot be cancelled now; null where it can. Needs the lock of the buyer. */
async function obstacleTo(db: Db, { id, userId }: { readonly id: string; readonly userId: string }) {
  const { rows } = await sql<{ readonly is_paying: boolean; readonly cancelled: number }>`
    select exists (select from payments where order_id = ${id} and status = 'authorized') as is_paying,
      (select count(*)::int from payment_orders
        where user_id = ${userId} and status = 'abandoned' and created_at > now() - interval '7 days') as cancelled`.execute(
    db,
  );
  if (rows[0]?.is_paying === true) return underWay;
  return (rows[0]?.cancelled ?? 0) >= mostCancelled ? tooMany : null;
}

/**
 * Offers an order no longer; when it is paid all the same, that counts.
 * @throws DomainError `payment_not_found` for one that does not wait to be paid, `invalid_transition` while it is being paid, and after many
 */
export const cancelOpenOrder = (
  { db }: { readonly db: Db },
  { userId, orderId }: { readonly userId: string; readonly orderId: string },
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await lockAccount(trx, userId);
    const order = trx.selectFrom("payment_orders").select("id").where("provider_order_id", "=", orderId);
    const open = await order.where("user_id", "=", userId).where("status", "=", "open").executeTakeFirst();
    if (open === undefined) throw new DomainError("payment_not_found");
    const obstacle = await obstacleTo(trx, { id: open.id, userId });
    if (obstacle !== null) throw new DomainError("invalid_transition", obstacle);
    await closeOpenOrder(trx, open.id);
  });
