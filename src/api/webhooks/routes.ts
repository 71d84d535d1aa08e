import { z } from "zod";
import { openRoute } from "#src/api/route.ts";
import { isIdentityEventType } from "#src/providers/identity/identity-event.ts";
import { isPaymentEventType } from "#src/providers/payments/razorpay/event-types.ts";
import { razorpayDedupeKey, verifyRazorpayWebhook } from "#src/providers/payments/razorpay/signature.ts";
import { receiveWebhookEvent } from "#src/domain/webhook-events/receive-webhook-event.ts";
import { verifyStandardWebhook } from "#src/providers/identity/signature.ts";
import { identityEvent, orderIdOf, paymentEvent, receivedEvent, subjectOf } from "./schemas.ts";
import { signedBody } from "./signed-body.ts";

const tag = "Webhooks";
const nothing = z.object({});

const identity = openRoute(
  {
    method: "post",
    path: "/v1/webhooks/identity",
    requestHeaders: {
      "webhook-id": "The event's id; `svix-id` is the same.",
      "webhook-timestamp": "Seconds since 1970, at most 300 from now; `svix-timestamp` is the same.",
      "webhook-signature": "`v1,` and base64 of the HMAC-SHA256; several with spaces between. Or `svix-signature`.",
    },
    tag,
    summary: "Receive an event of the identity provider",
    description:
      "Signed by Standard Webhooks: `webhook-id`, `webhook-timestamp` and `webhook-signature`, or their `svix-` names. " +
      "`user.created`, `user.updated` and `user.deleted` are applied soon after the answer, other types are ignored.",
    access: "public",
    params: nothing,
    query: nothing,
    body: signedBody({
      schema: identityEvent,
      secretsOf: (config) => config.identityWebhookSecrets,
      verify: (message, secrets) => verifyStandardWebhook(message, { secrets }),
    }),
    responses: { 200: { description: "The event is kept.", schema: receivedEvent } },
    errors: ["invalid_signature", "webhook_not_configured", "body_too_large", "unavailable"],
  },
  async ({ body: { id, text, event } }, _caller, { resources }) => {
    const known = isIdentityEventType(event.type);
    const status = await receiveWebhookEvent(resources, {
      provider: "identity",
      dedupeKey: id,
      eventId: id,
      eventType: event.type,
      subject: known ? String(subjectOf(event.data)) : null,
      payload: known ? text : null,
      job: known ? "apply-identity-event" : null,
    });
    return { status: 200, data: { received: true, event_id: id, status } };
  },
);

const payments = openRoute(
  {
    method: "post",
    path: "/v1/webhooks/payments",
    requestHeaders: {
      "X-Razorpay-Signature": "The HMAC-SHA256 of the body in lower-case hex.",
      "X-Razorpay-Event-Id": "The event's id, the same for each delivery; the body's SHA-256 when absent.",
    },
    tag,
    summary: "Receive an event of the payment provider",
    description:
      "Signed as Razorpay does. `payment.authorized`, `payment.captured`, `payment.failed`, `order.paid` and " +
      "`refund.processed` are applied soon after the answer, other types are ignored.",
    access: "public",
    params: nothing,
    query: nothing,
    body: signedBody({
      schema: paymentEvent,
      secretsOf: (config) => config.paymentWebhookSecrets,
      verify: verifyRazorpayWebhook,
    }),
    responses: { 200: { description: "The event is kept.", schema: receivedEvent } },
    errors: ["invalid_signature", "webhook_not_configured", "body_too_large", "unavailable"],
  },
  async ({ body: { id, text, event } }, _caller, { resources }) => {
    const known = isPaymentEventType(event.event);
    const status = await receiveWebhookEvent(resources, {
      provider: "payment",
      dedupeKey: razorpayDedupeKey(id, text),
      eventId: id,
      eventType: event.event,
      subject: known ? orderIdOf(event.payload) : null,
      payload: known ? text : null,
      job: known ? "apply-payment-event" : null,
    });
    return { status: 200, data: { received: true, event_id: id, status } };
  },
);

/** The receivers of other services' notifications. */
export const webhookRoutes = [identity, payments];
