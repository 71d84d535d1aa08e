import { z } from "zod";
import { openRoute } from "#src/api/route.ts";
import type { Config } from "#src/config.ts";
import { receiveWebhookEvent, type ReceivedEvent } from "#src/domain/webhook-events/receive-webhook-event.ts";
import { identityWebhook } from "#src/providers/identity/webhook.ts";
import { paymentProvider } from "#src/providers/payments/chosen.ts";
import type { Webhook } from "#src/providers/webhook.ts";
import { signedBody } from "./signed-body.ts";
import { noInput } from "#src/api/validation/no-input.ts";

/** The outcome of an event. */
const receivedEvent = z
  .object({
    received: z.literal(true),
    event_id: z.string(),
    status: z.enum(["queued", "duplicate", "ignored"]),
  })
  .meta({ id: "ReceivedEvent" });

/** The routes that receive the events of providers. */
interface Receiver extends Pick<ReceivedEvent, "provider" | "job"> {
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly secretsOf: (config: Config) => readonly string[];
}

const webhookRoute = (webhook: Webhook, { path, operationId, summary, secretsOf, provider, job }: Receiver) =>
  openRoute(
    {
      method: "post",
      path,
      operationId,
      requestHeaders: webhook.requestHeaders,
      tag: "Webhooks",
      summary,
      description: webhook.description,
      access: "public",
      params: noInput,
      query: noInput,
      body: signedBody(webhook, secretsOf),
      responses: { 200: { description: "The event is kept.", schema: receivedEvent } },
      errors: ["invalid_signature", "webhook_not_configured", "body_too_large", "unavailable"],
    },
    async ({ body: { eventId, dedupeKey, type, subject, isHandled, text } }, _caller, { resources }) => {
      const status = await receiveWebhookEvent(resources, {
        provider,
        dedupeKey,
        eventId,
        eventType: type,
        subject,
        payload: isHandled ? text : null,
        job: isHandled ? job : null,
      });
      return { status: 200, data: { received: true, event_id: eventId, status } };
    },
  );

/** The receivers of other services' notifications. */
export const webhookRoutes = [
  webhookRoute(identityWebhook, {
    path: "/v1/webhooks/identity",
    operationId: "webhooks.receiveIdentity",
    summary: "Receive an event of the identity provider",
    secretsOf: (config) => config.identityWebhookSecrets,
    provider: "identity",
    job: "apply-identity-event",
  }),
  webhookRoute(paymentProvider.webhook, {
    path: "/v1/webhooks/payments",
    operationId: "webhooks.receivePayments",
    summary: "Receive an event of the payment provider",
    secretsOf: (config) => config.paymentWebhookSecrets,
    provider: "payment",
    job: "apply-payment-event",
  }),
];
