import { inTransaction, type Pool, type Transaction } from "#sandbox/database.ts";
import { capturePayment } from "./capture-payments.ts";
import { readDelivery } from "./delivery.ts";
import { queueEvent } from "./events.ts";
import { newId } from "./ids.ts";
import { badRequest, unknownId } from "./provider-error.ts";
import { type Order, orderColumns, type Payment, paymentColumns } from "./rows.ts";

/** The payer decides what becomes of a payment. */
export const simulatedResults = ["paid", "failed", "twice", "late"] as const;
export type SimulatedResult = (typeof simulatedResults)[number];

/**
 * Pays an order, or tries to. `twice` captures two payments for one order, or one more where it is paid; `late` leaves
 * the payment authorized until its time has come.
 * @returns the payment; the last one of two
 * @throws ProviderError 400 when there is no such order, or it may not be paid now
 */
export function payOrder(pool: Pool, orderId: string, outcome: SimulatedResult): Promise<Payment> {
  return inTransaction(pool, async (transaction) => {
    const order = await payableOrder(transaction, orderId, outcome);
    switch (outcome) {
      case "failed":
        return addPayment(transaction, order, { status: "failed" });
      case "late": {
        const { late_capture_seconds: captureAfterSeconds } = await readDelivery(transaction);
        return addPayment(transaction, order, { status: "authorized", captureAfterSeconds });
      }
      case "twice":
        if (order.status !== "paid") await pay(transaction, order);
        return pay(transaction, order);
      case "paid":
        return pay(transaction, order);
    }
  });
}

/** Locks the order: of two who pay at the same time the second one sees what the first has done. */
async function payableOrder(transaction: Transaction, orderId: string, outcome: SimulatedResult): Promise<Order> {
  const { rows } = await transaction.query<Order>(
    `select ${orderColumns} from sandbox_payment.orders where id = $1 for update`,
    [orderId],
  );
  const order = rows[0];
  if (order === undefined) throw unknownId();
  if (order.status === "paid" && outcome !== "twice") throw badRequest("The order is already paid.", "order_id");
  const underWay = await transaction.query(
    "select from sandbox_payment.payments where order_id = $1 and status = 'authorized'",
    [orderId],
  );
  if (underWay.rowCount !== 0) throw badRequest("A payment of this order is waiting to be captured.", "order_id");
  return order;
}

const pay = async (transaction: Transaction, order: Order): Promise<Payment> =>
  capturePayment(transaction, await addPayment(transaction, order, { status: "authorized" }));

interface NewPayment {
  readonly status: "authorized" | "failed";
  readonly captureAfterSeconds?: number;
}

async function addPayment(
  transaction: Transaction,
  { id, amount }: Order,
  { status, captureAfterSeconds = 0 }: NewPayment,
): Promise<Payment> {
  const { rows } = await transaction.query<Payment>(
    `insert into sandbox_payment.payments (id, order_id, amount, status, capture_at)
     values ($1, $2, $3, $4, now() + $5 * interval '1 second') returning ${paymentColumns}`,
    [newId("pay"), id, amount, status, captureAfterSeconds],
  );
  const [payment] = rows;
  if (payment === undefined) throw new Error("The payment was not made.");
  await transaction.query(
    `update sandbox_payment.orders
     set attempts = attempts + 1, status = case when status = 'paid' then status else 'attempted' end where id = $1`,
    [id],
  );
  await queueEvent(transaction, { name: `payment.${status}`, payment });
  return payment;
}
