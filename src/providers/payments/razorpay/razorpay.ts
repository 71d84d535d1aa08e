import type { PaymentProvider } from "#src/providers/payments/payment-provider.ts";
import { openRazorpayClient } from "./client.ts";
import { readPaymentEvent } from "./payment-event.ts";
import { razorpayWebhook } from "./webhook.ts";

/** Razorpay, and every provider that speaks its protocol. */
export const razorpay: PaymentProvider = {
  openClient: openRazorpayClient,
  webhook: razorpayWebhook,
  readPayment: readPaymentEvent,
  // https://razorpay.com/docs/payments/payment-gateway/web-integration/hosted/: fields `error[…]`.
  reportsFailure: (form) => [...form.keys()].some((name) => name.startsWith("error[")),
};
