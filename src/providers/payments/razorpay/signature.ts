import { createHmac, hash } from "node:crypto";
import { DomainError } from "#src/errors.ts";
import { isSameText } from "#src/providers/is-same-text.ts";
import type { SignedMessage } from "#src/providers/webhook.ts";

const plainId = /^[!-~]{1,255}$/;

/**
 * Proves that the sender of a message knows one of the secrets, by Razorpay's protocol
 * (https://razorpay.com/docs/webhooks/validate-test/): `X-Razorpay-Signature` is the HMAC-SHA256 of the body in
 * lower-case hex, and compared as that text.
 * @returns the id of the event by `X-Razorpay-Event-Id`, which is not signed; the SHA-256 of the body without one
 * @throws DomainError `invalid_signature`
 */
export function verifyRazorpayWebhook({ header, body }: SignedMessage, secrets: readonly string[]): string {
  const given = header("x-razorpay-signature") ?? "";
  const right = secrets.map((secret) => createHmac("sha256", secret).update(body).digest("hex"));
  if (!right.some((expected) => isSameText(given, expected))) throw new DomainError("invalid_signature");
  const id = header("x-razorpay-event-id") ?? "";
  return plainId.test(id) ? id : hash("sha256", body);
}

/** Returns the key that two deliveries of the same event share: its id and its body, since the id alone proves nothing. */
export const razorpayDedupeKey = (eventId: string, body: Buffer): string => `${eventId} ${hash("sha256", body)}`;
