import { z } from "zod";
import { dayRangeQuery, inOrder, wrongOrder } from "#src/api/validation/day-range.ts";
import { pageOf, pageQuery } from "#src/api/validation/page.ts";
import { text } from "#src/api/validation/text.ts";

export const paymentListQuery = z.object({ ...pageQuery, ...dayRangeQuery }).refine(inOrder, wrongOrder);

export const paymentParams = z.object({ payments_order_id: text({ min: 1, max: 100 }) });

const amount = z.int().meta({ description: "In the smallest unit of the currency." });

export const paymentAnswer = z
  .object({
    payments_order_id: z.string(),
    description: z.string().meta({ description: "What was bought." }),
    amount,
    refunded: amount,
    currency: z.string(),
    paid_at: z.iso.datetime(),
    receipt_number: z
      .string()
      .nullable()
      .meta({ description: "Null until the receipt is issued, some seconds after the payment." }),
  })
  .meta({ id: "Payment" });

export const paymentPage = pageOf(paymentAnswer).meta({ id: "PaymentPage" });
