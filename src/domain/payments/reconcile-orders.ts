import type { Db } from "#db/schema.ts";
import type { Logger } from "#src/platform/logger.ts";
import type { PaymentClient } from "#src/providers/payments/payment-provider.ts";
import { applyPayments } from "./apply-payment.ts";
import { closeOpenOrder } from "./open-orders.ts";
import { listOrdersToReconcile, markReconciled, type OrderToReconcile } from "./reconcile-queries.ts";
import { lockAccount } from "#src/domain/accounts/queries.ts";

/** So many orders are asked about at once. */
const batch = 10;

export interface Reconciler {
  readonly db: Db;
  readonly log: Logger;
  readonly client: PaymentClient;
}

/**
 * Asks the provider about the orders that are not paid, and about paid ones that may have been refunded, so that what a lost
 * webhook had told counts all the same. An unpaid one that is a week old is asked about a last time. An order that cannot be asked about keeps none from it, but where none of ten
 * can, the provider is taken to be unavailable, and the others wait for the next round.
 * @throws AggregateError what went wrong
 */
export async function reconcileOrders(reconciler: Reconciler, signal: AbortSignal): Promise<void> {
  const orders = await listOrdersToReconcile(reconciler.db, reconciler.client.provider);
  const failures: string[] = [];
  while (orders.length > 0 && !signal.aborted) {
    const asked = orders.splice(0, batch);
    await markReconciled(
      reconciler.db,
      asked.map(({ id }) => id),
    );
    const outcomes = await Promise.allSettled(asked.map((order) => reconcileOrder(reconciler, order)));
    const failed = outcomes.filter((outcome) => outcome.status === "rejected");
    failures.push(...failed.map(({ reason }) => String(reason)));
    if (failed.length === asked.length) break;
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} orders: ${failures[0]}`);
}

async function reconcileOrder({ db, log, client }: Reconciler, order: OrderToReconcile): Promise<void> {
  const { id, user_id: userId, is_old: isOld } = order;
  const payments = await client.listPayments(order.provider_order_id);
  const outcomes = await db.transaction().execute((trx) => applyPayments(trx, order, payments));
  for (const [index, { status, detail }] of outcomes.entries()) {
    const payment = { order_id: order.provider_order_id, payment_id: payments[index]?.id };
    if (status === "quarantined") log.error({ ...payment, detail }, "a payment matches no order");
  }
  if (!isOld) return;
  await db.transaction().execute(async (trx) => {
    await lockAccount(trx, userId);
    await closeOpenOrder(trx, id);
  });
}
