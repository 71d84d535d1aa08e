import { z } from "zod";
import type { Pool } from "#sandbox/database.ts";
import { currency } from "./entities.ts";
import { newId } from "./ids.ts";
import { amount, minAmount, notes, receipt } from "./input.ts";
import { type Order, orderColumns, type Payment, paymentColumns } from "./rows.ts";

/** The fields of an order (https://razorpay.com/docs/api/orders/create/). */
export const newOrder = z.strictObject({
  amount: amount.min(minAmount, "Order amount less than minimum amount allowed"),
  currency: z.literal(currency, "Currency is not supported"),
  receipt,
  notes,
  partial_payment: z.literal(false, "The sandbox takes no partial payments.").optional(),
  payment_capture: z
    .union([z.literal(true), z.literal(1)], "The sandbox captures every payment: payment_capture must be true.")
    .optional(),
});

export async function createOrder(pool: Pool, order: z.output<typeof newOrder>): Promise<Order> {
  const { rows } = await pool.query<Order>(
    `insert into sandbox_payment.orders (id, amount, receipt, notes) values ($1, $2, $3, $4) returning ${orderColumns}`,
    [newId("order"), order.amount, order.receipt, order.notes],
  );
  const [made] = rows;
  if (made === undefined) throw new Error("The order was not made.");
  return made;
}

/** @returns null when there is none */
export async function findOrder(pool: Pool, id: string): Promise<Order | null> {
  const { rows } = await pool.query<Order>(`select ${orderColumns} from sandbox_payment.orders where id = $1`, [id]);
  return rows[0] ?? null;
}

/** The newest first. */
export async function listPayments(pool: Pool, orderId: string): Promise<readonly Payment[]> {
  const { rows } = await pool.query<Payment>(
    `select ${paymentColumns} from sandbox_payment.payments where order_id = $1 order by position desc`,
    [orderId],
  );
  return rows;
}
