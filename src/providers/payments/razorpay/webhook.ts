import { z } from "zod";
import { text } from "#src/api/validation/text.ts";
import type { Webhook } from "#src/providers/webhook.ts";
import { razorpayDedupeKey, verifyRazorpayWebhook } from "./signature.ts";

/** The types of events about an order of ours. */
const handledTypes: ReadonlySet<string> = new Set([
  "payment.authorized",
  "payment.captured",
  "payment.failed",
  "order.paid",
  "refund.processed",
]);

const body = z
  .object({
    event: text({ min: 1, max: 200 }),
    payload: z.unknown().optional().meta({ description: "The entities that it is about: `payment`, `order`, …" }),
  })
  .meta({ id: "PaymentEvent" });

const orderId = text({ min: 1, max: 64 });
const aboutPayment = z.object({ payment: z.object({ entity: z.object({ order_id: orderId }) }) });
const aboutOrder = z.object({ order: z.object({ entity: z.object({ id: orderId }) }) });

/** The order that an event is about; null when it does not say. */
function orderIdOf(payload: unknown): string | null {
  const payment = aboutPayment.safeParse(payload);
  if (payment.success) return payment.data.payment.entity.order_id;
  const order = aboutOrder.safeParse(payload);
  return order.success ? order.data.order.entity.id : null;
}

/** Razorpay's webhook (https://razorpay.com/docs/webhooks/). */
export const razorpayWebhook: Webhook = {
  requestHeaders: {
    "X-Razorpay-Signature": "The HMAC-SHA256 of the body in lower-case hex.",
    "X-Razorpay-Event-Id": "The event's id, the same for each delivery; the body's SHA-256 when absent.",
  },
  description:
    "Signed as Razorpay does. `payment.authorized`, `payment.captured`, `payment.failed`, `order.paid` and " +
    "`refund.processed` are applied soon after the answer, other types are ignored.",
  body,
  event: body.transform(({ event: type, payload }) => {
    const isHandled = handledTypes.has(type);
    return { type, isHandled, subject: isHandled ? orderIdOf(payload) : null };
  }),
  verify: (message, secrets) => {
    const eventId = verifyRazorpayWebhook(message, secrets);
    return { eventId, dedupeKey: razorpayDedupeKey(eventId, message.body) };
  },
};
