import { z } from "zod";
import { inTransaction, type Pool } from "#sandbox/database.ts";
import { queueEvent } from "./events.ts";
import { newId } from "./ids.ts";
import { amount, minAmount, notes, receipt } from "./input.ts";
import { badRequest, unknownId } from "./provider-error.ts";
import { type Payment, paymentColumns, type Refund, refundColumns } from "./rows.ts";

/** The fields of a refund (https://razorpay.com/docs/api/refunds/create-normal/); without an amount, all that is left. */
export const newRefund = z.strictObject({
  amount: amount.min(minAmount, "The amount must be at least INR 1.00").optional(),
  speed: z.literal("normal", "The sandbox refunds at normal speed.").optional(),
  receipt,
  notes,
});

/** @throws ProviderError 400 when there is no such payment, or not so much left of it */
export function refundPayment(pool: Pool, paymentId: string, asked: z.output<typeof newRefund>): Promise<Refund> {
  return inTransaction(pool, async (transaction) => {
    const found = await transaction.query<Payment>(
      `select ${paymentColumns} from sandbox_payment.payments where id = $1 for update`,
      [paymentId],
    );
    const refunded = amountToRefund(found.rows[0], asked.amount);
    const changed = await transaction.query<Payment>(
      `update sandbox_payment.payments
       set amount_refunded = amount_refunded + $2,
           status = case when amount_refunded + $2 = amount then 'refunded' else status end
       where id = $1 returning ${paymentColumns}`,
      [paymentId, refunded],
    );
    const made = await transaction.query<Refund>(
      `insert into sandbox_payment.refunds (id, payment_id, amount, receipt, notes)
       values ($1, $2, $3, $4, $5) returning ${refundColumns}`,
      [newId("rfnd"), paymentId, refunded, asked.receipt, asked.notes],
    );
    const [payment] = changed.rows;
    const [refund] = made.rows;
    if (payment === undefined || refund === undefined) throw new Error("The refund was not made.");
    await queueEvent(transaction, { name: "refund.processed", payment, refund });
    return refund;
  });
}

function amountToRefund(payment: Payment | undefined, asked: number | undefined): number {
  if (payment === undefined) throw unknownId();
  if (payment.status === "refunded") throw badRequest("The payment has been fully refunded already");
  if (payment.status !== "captured") throw badRequest("Only a captured payment can be refunded.");
  const left = payment.amount - payment.amount_refunded;
  if (asked !== undefined && asked > left) {
    throw badRequest("The refund amount provided is greater than amount captured", "amount");
  }
  return asked ?? left;
}
