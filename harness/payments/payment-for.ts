import { randomBytes } from "node:crypto";
import type { Payment } from "#src/providers/payments/payment-provider.ts";

/** The price of an order of the tests, and the credits that it gives for each pool. */
export const price = { amount: 49_900, currency: "INR" } as const;
export const granted = { tts: 1_000, asr: 500 } as const;

/** The whole money for an order, as it has come, unless told otherwise. */
export const paymentFor = (orderId: string, more: Partial<Payment> = {}): Payment => ({
  ...{ id: `pay_${randomBytes(7).toString("hex")}`, orderId, status: "captured", refunded: 0, madeAt: null },
  ...{ method: null, failure: null },
  ...price,
  ...more,
});
