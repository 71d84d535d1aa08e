import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { PaymentsConfig } from "#src/config.ts";
import type { Webhook } from "#sandbox/webhook-sender.ts";

const hmac = (secret: string, text: string): string => createHmac("sha256", secret).update(text).digest("hex");

/** A signature that proves to the service that the provider has sent a person back after a payment. */
export const checkoutSignature = ({ keySecret }: PaymentsConfig, orderId: string, paymentId: string): string =>
  hmac(keySecret, `${orderId}|${paymentId}`);

/** The headers of a webhook (https://razorpay.com/docs/webhooks/validate-test/). */
export const webhookHeaders = ({ eventId, body }: Webhook, secret: string): Record<string, string> => ({
  "x-razorpay-event-id": eventId,
  "x-razorpay-signature": hmac(secret, body),
});

/** True for an Authorization header with the id and the secret of the key (RFC 7617). */
export function isAuthorized(header: string, { keyId, keySecret }: PaymentsConfig): boolean {
  const encoded = /^basic +(?<encoded>[a-z0-9+/]+=*)$/i.exec(header)?.groups?.["encoded"] ?? "";
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  const sent = Buffer.from(encoded, "base64").toString("utf8");
  return timingSafeEqual(digest(sent), digest(`${keyId}:${keySecret}`));
}
