import { z } from "zod";
import type { Payment, PaymentProvider } from "#src/providers/payments/payment-provider.ts";
import { openRazorpayClient, providerName } from "./client.ts";
import { razorpayWebhook } from "./webhook.ts";
import { paymentEntity } from "./payment-entity.ts";

/** The part of an event that says what was paid or given back (https://razorpay.com/docs/webhooks/payloads/payments/). */
const paymentEvent = z.object({ payload: z.object({ payment: z.object({ entity: paymentEntity }) }) });

/** Reads the payment of an event; null when it cannot be read, as nothing that Razorpay sends. */
function readPaymentEvent(text: string): Payment | null {
  const parsed = paymentEvent.safeParse(JSON.parse(text.replace(/^\ufeff/, "")));
  return parsed.success ? parsed.data.payload.payment.entity : null;
}

/** Razorpay, and every provider that speaks its protocol. */
export const razorpay: PaymentProvider = {
  name: providerName,
  openClient: openRazorpayClient,
  webhook: razorpayWebhook,
  readPayment: readPaymentEvent,
  // https://razorpay.com/docs/payments/payment-gateway/web-integration/hosted/: fields `error[…]`.
  reportsFailure: (form) => [...form.keys()].some((name) => name.startsWith("error[")),
  isTestKey: (keyId) => keyId.startsWith("rzp_test_"),
};
