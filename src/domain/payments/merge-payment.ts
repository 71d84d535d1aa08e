import { type Selectable, sql } from "kysely";
import type { Database, Db } from "#db/schema.ts";
import type { Payment } from "#src/providers/payments/payment-provider.ts";

const paymentColumns = ["id", "status", "amount", "refunded", "made_at"] as const;

/** A payment as commands read it. */
export type PaymentRow = Pick<Selectable<Database["payments"]>, (typeof paymentColumns)[number]>;

/** Adds what a report says of a payment of this order to what is known of it; an older report changes nothing. */
export async function mergePayment(db: Db, orderId: string, payment: Payment): Promise<void> {
  const { id, status, amount, refunded, madeAt, method, failure } = payment;
  // Not when the transaction began: it may have waited for one that came later.
  const capturedAt = sql<Date>`clock_timestamp()`;
  const rank = sql`array_position(array['failed', 'authorized', 'captured'], ${sql.ref("payments.status")})`;
  const newRank = sql`array_position(array['failed', 'authorized', 'captured'], excluded.status)`;
  await db
    .insertInto("payments")
    .values({
      id,
      order_id: orderId,
      status,
      amount,
      refunded,
      made_at: madeAt,
      method,
      failure,
      ...(status === "captured" && { captured_at: capturedAt }),
    })
    .onConflict((conflict) =>
      conflict
        .column("id")
        .doUpdateSet({
          made_at: sql<Date | null>`coalesce(payments.made_at, excluded.made_at)`,
          method: sql<string | null>`coalesce(payments.method, excluded.method)`,
          failure: sql<string | null>`coalesce(payments.failure, excluded.failure)`,
          status: sql<
            PaymentRow["status"]
          >`case when ${newRank} > ${rank} then excluded.status else payments.status end`,
          refunded: sql<number>`greatest(payments.refunded, excluded.refunded)`,
          captured_at: sql<Date | null>`coalesce(payments.captured_at, excluded.captured_at)`,
        })
        .where("payments.order_id", "=", orderId),
    )
    .execute();
}

/** Lists the payments for an order: those whose money has come first, in the order in which that was heard. */
export const listPayments = (db: Db, orderId: string): Promise<PaymentRow[]> =>
  db
    .selectFrom("payments")
    .select(paymentColumns)
    .where("order_id", "=", orderId)
    .orderBy("captured_at")
    .orderBy("id")
    .execute();

/** True while some of a payment's money has come and stays. */
export const isKept = ({ status, refunded, amount }: PaymentRow): boolean => status === "captured" && refunded < amount;
