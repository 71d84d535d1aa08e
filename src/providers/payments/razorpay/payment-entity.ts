import { z } from "zod";
import type { Payment } from "#src/providers/payments/payment-provider.ts";

const statuses = { failed: "failed", authorized: "authorized", captured: "captured", refunded: "captured" } as const;
const amount = z.int().min(0).max(2_147_483_647);
/** The year 9999. */
const latestSeconds = 253_402_300_799;
/** Three letters in either case are one currency. */
export const currencyCode = z
  .string()
  .regex(/^[A-Za-z]{3}$/)
  .toUpperCase();
const longestReason = 300;
/** Words for people; what cannot be stored, or is no text, is left out. */
const words = z
  .string()
  .trim()
  .min(1)
  .refine((said) => !said.includes("\0"))
  .transform((said) => said.slice(0, longestReason))
  .nullish()
  .catch(null);
const id = z.string().regex(/^[\w-]{1,64}$/);

/** The payment entity (https://razorpay.com/docs/api/payments/). One that was only begun is not known of. */
export const paymentEntity = z
  .object({
    id,
    order_id: id,
    status: z.enum(["created", "authorized", "captured", "refunded", "failed"]),
    amount,
    currency: currencyCode,
    amount_refunded: amount.nullish(),
    refund_status: z.string().nullish(),
    captured: z.boolean().nullish(),
    method: words,
    error_description: words,
    created_at: z.int().min(0).max(latestSeconds).nullish(),
  })
  .transform(({ status, ...entity }): Payment | null => {
    if (status === "created") return null;
    // One that was never captured goes back by itself: no money has come, and none is given back.
    const wasVoided = status === "refunded" && entity.captured === false;
    const isWhole = status === "refunded" || entity.refund_status === "full";
    const refunded = wasVoided ? 0 : (entity.amount_refunded ?? (isWhole ? entity.amount : 0));
    return {
      id: entity.id,
      orderId: entity.order_id,
      status: wasVoided ? "failed" : statuses[status],
      amount: entity.amount,
      currency: entity.currency,
      refunded,
      method: entity.method ?? null,
      failure: entity.error_description ?? null,
      madeAt: typeof entity.created_at === "number" ? new Date(entity.created_at * 1000) : null,
    };
  });
