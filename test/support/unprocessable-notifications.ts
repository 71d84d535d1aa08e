import { z } from "zod";
import { signedPaymentEvent } from "#harness/payments/signed-payment-event.ts";
import { signedWebhook } from "#harness/identity/signed-webhook.ts";

const shared = z.object({ webhook_secret: z.string(), payment_webhook_secret: z.string() });

/**
 * Sends an installation one event of each provider that cannot be applied: the event about a person fails, the one
 * about a payment is quarantined.
 * @param secrets what the installation shares with its sandboxes
 * @param text appears wherever a page shows data of a provider
 */
export async function sendUnprocessableNotifications(baseUrl: string, secrets: unknown, text: string): Promise<void> {
  const { webhook_secret: identity, payment_webhook_secret: payment } = shared.parse(secrets);
  const person = JSON.stringify({ type: "user.updated", data: { id: text, email_addresses: text } });
  const paid = JSON.stringify({ event: "payment.captured", payload: { odd: text } });
  const calls = { identity: signedWebhook(identity, person), payments: signedPaymentEvent(payment, paid, text) };
  for (const [name, call] of Object.entries(calls)) {
    await fetch(`${baseUrl}/v1/webhooks/${name}`, { method: "POST", ...call });
  }
}
