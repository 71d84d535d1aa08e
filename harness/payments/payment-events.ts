import { randomUUID } from "node:crypto";
import { receiveWebhookEvent } from "#src/domain/webhook-events/receive-webhook-event.ts";
import type { Payment } from "#src/providers/payments/payment-provider.ts";
import type { Resources } from "#src/platform/resources.ts";

/** An event of the provider about one payment. */
export interface PaymentNews {
  readonly type: "payment.authorized" | "payment.captured" | "payment.failed" | "order.paid" | "refund.processed";
  readonly payment: Payment;
  /** The person who paid, as the provider tells it beside everything else. */
  readonly email?: string;
}

/** The body of an event as Razorpay sends it (https://razorpay.com/docs/webhooks/payloads/payments/). */
export function paymentEventText({ type, payment, email = "payer@example.com" }: PaymentNews): string {
  const { id, orderId, status, amount, currency, refunded } = payment;
  const entity = {
    ...{ id, entity: "payment", amount, currency, order_id: orderId, method: "card", captured: status === "captured" },
    status: refunded > 0 && refunded >= amount ? "refunded" : status,
    ...{ amount_refunded: refunded, email, contact: "+919900000000", created_at: 1_760_000_000 },
  };
  const order = { order: { entity: { id: orderId, entity: "order", amount, status: "paid" } } };
  const payload = { payment: { entity }, ...(type === "order.paid" && order) };
  return JSON.stringify({ entity: "event", account_id: "acc_1", event: type, contains: Object.keys(payload), payload });
}

/** Stores an event as the receiver does once its signature is verified. @returns the id under which it can be found */
export async function storePaymentEvent(
  resources: Resources,
  news: PaymentNews,
  eventId: string = `evt_${randomUUID()}`,
): Promise<string> {
  await receiveWebhookEvent(resources, {
    ...{ provider: "payment", dedupeKey: eventId, eventId, eventType: news.type },
    ...{ subject: news.payment.orderId, payload: paymentEventText(news) },
    job: "apply-payment-event",
  });
  return eventId;
}
