import type { Db } from "#db/schema.ts";
import type { WebhookOutcome } from "#src/domain/webhook-events/queries.ts";
import type { Payment } from "#src/providers/payments/payment-provider.ts";
import { grantTopUp, type TopUp, wouldExceedLimit } from "#src/domain/credits/top-up.ts";
import { activateOrder } from "./activate-order.ts";
import { isKept, listPayments, mergePayment, type PaymentRow } from "./merge-payment.ts";
import {
  findOrder,
  findProviderOrder,
  isCycleOrder,
  type Order,
  type ProviderOrder,
  writeOrder,
  writePaidPack,
} from "./queries.ts";
import { refundCycle } from "./refund-cycle.ts";
import { withdrawAll, withdrawRefunded } from "./withdraw-refunded.ts";
import { lockAccount } from "#src/domain/accounts/queries.ts";

const processed: WebhookOutcome = { status: "processed", detail: null };
const quarantined = (detail: string): WebhookOutcome => ({ status: "quarantined", detail });

/** Brings an order to what is now known of its payments, as one more report tells. */
export async function applyPayment(db: Db, provider: string, payment: Payment): Promise<WebhookOutcome> {
  const [outcome = processed] = await applyPayments(db, { provider, provider_order_id: payment.orderId }, [payment]);
  return outcome;
}

/**
 * Brings an order to what is now known of its payments, in the caller's transaction. Reports may come late, twice and in
 * any order: an order is paid once, and never again after all of its money was given back.
 * @returns the result of each report; `quarantined` is money that matches no order, which an admin has to resolve
 */
export async function applyPayments(
  db: Db,
  reported: ProviderOrder,
  reports: readonly Payment[],
): Promise<readonly WebhookOutcome[]> {
  const order = await findProviderOrder(db, reported);
  if (order === null) return reports.map(() => quarantined("Order not found."));
  const isOpen = await lockAccount(db, order.user_id);
  // All that is known counts, before anything is done about it.
  for (const report of reports) {
    if (mismatchOf(report, order) === null) await mergePayment(db, order.id, isOpen ? report : forgetful(report));
  }
  const outcomes: WebhookOutcome[] = [];
  for (const report of reports) {
    const mismatch = mismatchOf(report, order);
    const [present, payments] = [await findOrder(db, order.id), await listPayments(db, order.id)];
    const known = { order: present ?? order, payments, isOpen };
    outcomes.push(mismatch === null ? await decide(db, known, report.id) : quarantined(mismatch));
  }
  return outcomes;
}

/** A report for a closed account, of which nothing more is kept than the money. */
const forgetful = (report: Payment): Payment => ({ ...report, method: null, failure: null });

function mismatchOf(payment: Payment, order: Order): string | null {
  if (payment.amount === order.amount && payment.currency === order.currency) return null;
  return `The order is for ${order.amount} ${order.currency}, the payment is ${payment.amount} ${payment.currency}.`;
}

interface Known {
  readonly order: Order;
  readonly payments: readonly PaymentRow[];
  /** False when the account was closed. */
  readonly isOpen: boolean;
}

async function decide(db: Db, { order, payments, isOpen }: Known, paymentId: string): Promise<WebhookOutcome> {
  const payment = payments.find(({ id }) => id === paymentId);
  if (payment === undefined) return quarantined("The payment belongs to another order.");
  const first = payments.find(isKept);
  if (order.status === "refunded" && order.paid_at !== null) {
    return isKept(payment) ? quarantined("The order was already refunded.") : processed;
  }
  if (first === undefined) {
    const isBack = payments.some(({ refunded, amount }) => refunded >= amount);
    if (isBack && order.status !== "refunded") await refundOrder(db, order);
    return processed;
  }
  if (order.status !== "paid" && !isOpen) return quarantined("The account is closed.");
  if (order.status !== "paid" && !(await giveOrdered(db, order, first))) {
    return quarantined("The account would exceed the maximum number of credits.");
  }
  await withdrawRefunded(db, order);
  return isKept(payment) && first.id !== paymentId
    ? quarantined(`The order was already paid by ${first.id}.`)
    : processed;
}

/** Gives what an order has paid for. Needs the lock of the buyer. @returns false, and gives nothing, where that is too much */
async function giveOrdered(db: Db, order: Order, payment: PaymentRow): Promise<boolean> {
  if (isCycleOrder(order)) {
    await activateOrder(db, order, payment);
    return true;
  }
  const topUp = topUpOf(order);
  if (await wouldExceedLimit(db, topUp)) return false;
  await grantTopUp(db, topUp);
  await writePaidPack(db, order.id);
  return true;
}

const topUpOf = ({ id: orderId, user_id: userId, tts_credits: tts, asr_credits: asr }: Order): TopUp => ({
  orderId,
  userId,
  credits: { tts, asr },
});

/** Takes back what an order had paid for, as all of its money was given back. Needs the lock of the buyer. */
const refundOrder = (db: Db, order: Order): Promise<void> =>
  isCycleOrder(order) ? refundCycle(db, order) : refundPack(db, order);

async function refundPack(db: Db, order: Order): Promise<void> {
  if (order.status === "paid") await withdrawAll(db, order);
  await writeOrder(db, order.id, { status: "refunded" });
}
