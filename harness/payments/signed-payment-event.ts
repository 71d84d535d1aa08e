import { createHmac, randomBytes } from "node:crypto";

/** A secret of the payment webhook that no other test has. */
export const newPaymentSecret = (): string => randomBytes(16).toString("base64url");

/** The signature of a body by Razorpay's protocol. */
export const paymentSignature = (secret: string, body: string | Buffer): string =>
  createHmac("sha256", secret).update(body).digest("hex");

/** A call of the payment webhook as Razorpay makes it. @param eventId left out when undefined */
export function signedPaymentEvent(
  secret: string,
  body: string,
  eventId?: string,
): { readonly headers: Readonly<Record<string, string>>; readonly body: string } {
  const headers = {
    "content-type": "application/json",
    "x-razorpay-signature": paymentSignature(secret, body),
    ...(eventId !== undefined && { "x-razorpay-event-id": eventId }),
  };
  return { headers, body };
}
