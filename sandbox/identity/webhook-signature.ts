import { createHmac } from "node:crypto";
import type { Webhook } from "#sandbox/webhook-sender.ts";

/**
 * The three headers of Standard Webhooks (https://www.standardwebhooks.com), signed for this moment. The secret is
 * `whsec_` and the key in base64.
 */
export function signatureHeaders({ eventId, body }: Webhook, secret: string): Record<string, string> {
  const timestamp = Math.floor(Date.now() / 1000);
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  const signature = createHmac("sha256", key).update(`${eventId}.${timestamp}.${body}`).digest("base64");
  return { "webhook-id": eventId, "webhook-timestamp": String(timestamp), "webhook-signature": `v1,${signature}` };
}
