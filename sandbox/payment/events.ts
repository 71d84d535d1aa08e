import type { Transaction } from "#sandbox/database.ts";
import { readDelivery } from "./delivery.ts";
import { orderEntity, paymentEntity, refundEntity } from "./entities.ts";
import { newId } from "./ids.ts";
import type { Order, Payment, Refund } from "./rows.ts";

export interface PaymentEvent {
  readonly name: "payment.authorized" | "payment.captured" | "payment.failed" | "order.paid" | "refund.processed";
  readonly payment: Payment;
  readonly order?: Order;
  readonly refund?: Refund;
}

/** There is one account. */
const accountId = "acc_SpeechSandbox1";

/**
 * Queues what tells the API of a change, in the transaction that makes the change. An event shows the entities as they
 * were at that moment (https://razorpay.com/docs/webhooks/payments/).
 */
export async function queueEvent(transaction: Transaction, event: PaymentEvent): Promise<void> {
  const { deliveries, shuffled, sent } = await readDelivery(transaction);
  await transaction.query(
    `insert into sandbox_payment.webhooks (event_id, body, order_key)
     select $1, $2, case when $4 then gen_random_uuid()::text else $3 end from generate_series(1, $5)`,
    [newId("evt"), JSON.stringify(bodyOf(event)), event.payment.order_id, shuffled, sent ? deliveries : 0],
  );
}

function bodyOf({ name, payment, order, refund }: PaymentEvent) {
  const payload = {
    ...(refund !== undefined && { refund: { entity: refundEntity(refund) } }),
    payment: { entity: paymentEntity(payment) },
    ...(order !== undefined && { order: { entity: orderEntity(order) } }),
  };
  return {
    entity: "event",
    account_id: accountId,
    event: name,
    contains: Object.keys(payload),
    payload,
    created_at: Math.floor(Date.now() / 1000),
  };
}
