import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import { lockBuyer } from "#src/domain/subscriptions/queries.ts";
import type { WebhookOutcome } from "#src/domain/webhook-events/queries.ts";
import type { Payment } from "#src/platform/payment.ts";
import { activateOrder } from "./activate-order.ts";
import { listPayments, mergePayment, type PaymentRow } from "./merge-payment.ts";
import { findOrder, type Order } from "./queries.ts";
import { refundOrder } from "./refund-order.ts";

const processed: WebhookOutcome = { status: "processed", detail: null };
const quarantined = (detail: string): WebhookOutcome => ({ status: "quarantined", detail });

/**
 * Brings an order to what is now known of its payments, in the caller's transaction. Reports may come late, twice and in
 * any order: an order is paid once, and never again after all of its money was given back.
 * @returns `quarantined` for money that fits no order of ours, and that somebody should look at
 */
export async function applyPayment(db: Kysely<Database>, payment: Payment): Promise<WebhookOutcome> {
  const known = await findOrder(db, payment.orderId);
  if (known === null) return quarantined("There is no such order.");
  const isOpen = await lockBuyer(db, known.user_id);
  const order = (await findOrder(db, payment.orderId)) ?? known;
  if (payment.amount !== order.amount || payment.currency !== order.currency) {
    return quarantined(
      `The order is for ${order.amount} ${order.currency}, the payment is ${payment.amount} ${payment.currency}.`,
    );
  }
  await mergePayment(db, payment);
  const payments = await listPayments(db, order.id);
  if (!payments.some(({ id }) => id === payment.id)) return quarantined("The payment is known for another order.");
  return decide(db, { order, payments, isOpen }, payment.id);
}

interface Known {
  readonly order: Order;
  readonly payments: readonly PaymentRow[];
  /** False when the account was closed. */
  readonly isOpen: boolean;
}

async function decide(db: Kysely<Database>, { order, payments, isOpen }: Known, id: string): Promise<WebhookOutcome> {
  const kept = payments.filter(({ status, refunded, amount }) => status === "captured" && refunded < amount);
  const isKept = kept.some((payment) => payment.id === id);
  const [first] = kept;
  if (order.status === "refunded") return isKept ? quarantined("The order's money was given back before.") : processed;
  if (first === undefined) {
    if (payments.some(({ refunded, amount }) => refunded >= amount)) await refundOrder(db, order);
    return processed;
  }
  if (order.status !== "paid" && !isOpen) return quarantined("The account is closed.");
  if (order.status !== "paid") await activateOrder(db, order);
  return isKept && first.id !== id ? quarantined(`The order was paid before, by ${first.id}.`) : processed;
}
