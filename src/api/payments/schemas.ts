import { z } from "zod";
import { purchaseAnswer } from "#src/api/purchase.ts";
import { dayRangeQuery, inOrder, wrongOrder } from "#src/api/validation/day-range.ts";
import { pageOf, pageQuery } from "#src/api/validation/page.ts";
import { text } from "#src/api/validation/text.ts";

export const paymentListQuery = z.object({ ...pageQuery, ...dayRangeQuery }).refine(inOrder, wrongOrder);

export const paymentParams = z.object({ payments_order_id: text({ min: 1, max: 100 }) });

const amount = z.int().meta({ description: "In the smallest unit of the currency." });

const description = z.string().meta({ description: "What was bought." });

const furtherPayment = z
  .object({
    payment_id: z.string(),
    amount,
    refunded: amount,
    received_at: z.iso.datetime(),
    resolved_at: z.iso.datetime().nullable(),
  })
  .meta({ id: "FurtherPayment" });

export const paymentAnswer = z
  .object({
    payments_order_id: z.string(),
    description,
    purchase: purchaseAnswer,
    amount,
    refunded: amount,
    currency: z.string(),
    paid_at: z.iso.datetime(),
    receipt_number: z
      .string()
      .nullable()
      .meta({ description: "Null until the receipt is issued, some seconds after the payment." }),
    further_payments: z.array(furtherPayment).meta({
      description:
        "Money that came for the order after it was paid. It buys nothing: the operator refunds or credits it.",
    }),
  })
  .meta({ id: "Payment" });

export const paymentPage = pageOf(paymentAnswer).meta({ id: "PaymentPage" });

export const openOrder = z
  .object({
    payments_order_id: z.string(),
    plan_id: z.string().nullable().meta({ description: "The plan to pay for; null for a pack." }),
    pack_id: z.string().nullable().meta({ description: "The pack to pay for; null for a plan." }),
    description,
    purchase: purchaseAnswer,
    amount,
    currency: z.string(),
    created_at: z.iso.datetime(),
    failed_at: z.iso.datetime().nullable().meta({ description: "When the last payment failed; null where none has." }),
    failure: z
      .string()
      .nullable()
      .meta({ description: "Why it failed, in the provider's words; null where it gave none." }),
  })
  .meta({ id: "OpenOrder" });

export const openOrderList = z.object({ items: z.array(openOrder) }).meta({ id: "OpenOrderList" });

export const cancelledOrder = z
  .object({ payments_order_id: z.string(), cancelled: z.literal(true) })
  .meta({ id: "CancelledOrder" });
