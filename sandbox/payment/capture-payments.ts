import { inTransaction, type Pool, type Transaction } from "#sandbox/database.ts";
import { queueEvent } from "./events.ts";
import { type Order, orderColumns, type Payment, paymentColumns } from "./rows.ts";

const maxIdleMs = 60_000;

/** Takes the money of an authorized payment. Its order is paid by the first one; the caller has locked the order. */
export async function capturePayment(transaction: Transaction, { id }: Pick<Payment, "id">): Promise<Payment> {
  const captured = await transaction.query<Payment>(
    `update sandbox_payment.payments set status = 'captured' where id = $1 returning ${paymentColumns}`,
    [id],
  );
  const [payment] = captured.rows;
  if (payment === undefined) throw new Error("There is no such payment.");
  await queueEvent(transaction, { name: "payment.captured", payment });
  const paid = await transaction.query<Order>(
    `update sandbox_payment.orders set status = 'paid', amount_paid = amount
     where id = $1 and status <> 'paid' returning ${orderColumns}`,
    [payment.order_id],
  );
  const [order] = paid.rows;
  if (order !== undefined) await queueEvent(transaction, { name: "order.paid", payment, order });
  return payment;
}

/**
 * Captures the late payments whose time has come, and calls `onCapture` for each.
 * @returns for how many milliseconds there is none
 */
export async function captureDue(pool: Pool, onCapture: () => void): Promise<number> {
  while (await inTransaction(pool, captureOne)) onCapture();
  const { rows } = await pool.query<{ idle_ms: number | null }>(
    `select extract(epoch from min(capture_at) - now())::float8 * 1000 as idle_ms
     from sandbox_payment.payments where status = 'authorized'`,
  );
  return Math.max(0, Math.min(rows[0]?.idle_ms ?? maxIdleMs, maxIdleMs));
}

/** Nothing else changes an authorized payment, so locking its order in the same statement is enough. */
async function captureOne(transaction: Transaction): Promise<boolean> {
  const { rows } = await transaction.query<Pick<Payment, "id">>(
    `select payments.id from sandbox_payment.payments join sandbox_payment.orders on orders.id = payments.order_id
     where payments.status = 'authorized' and capture_at <= now()
     order by capture_at, payments.id limit 1 for update`,
  );
  const [due] = rows;
  if (due === undefined) return false;
  await capturePayment(transaction, due);
  return true;
}
