import { z } from "zod";

/** A payment for an order, as the provider knows it. Amounts in the currency's smallest unit: paise. */
export interface Payment {
  readonly id: string;
  readonly orderId: string;
  /** `captured` means that the money has come; it stays so when it is refunded. */
  readonly status: "failed" | "authorized" | "captured";
  readonly amount: number;
  readonly currency: string;
  /** How much of it has been given back so far. */
  readonly refunded: number;
}

const statuses = { failed: "failed", authorized: "authorized", captured: "captured", refunded: "captured" } as const;
const amount = z.int().min(0).max(2_147_483_647);
const id = z.string().regex(/^[\w-]{1,64}$/);

/** The payment entity (https://razorpay.com/docs/api/payments/). One that was only begun is not known of. */
export const paymentEntity = z
  .object({
    id,
    order_id: id,
    status: z.enum(["created", "authorized", "captured", "refunded", "failed"]),
    amount,
    currency: z.string().regex(/^[A-Za-z]{3}$/),
    amount_refunded: amount.nullish(),
  })
  .transform(({ status, ...entity }): Payment | null => {
    if (status === "created") return null;
    const refunded = entity.amount_refunded ?? (status === "refunded" ? entity.amount : 0);
    return {
      id: entity.id,
      orderId: entity.order_id,
      status: statuses[status],
      amount: entity.amount,
      currency: entity.currency,
      refunded,
    };
  });
