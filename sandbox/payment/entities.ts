import type { Order, Payment, Refund } from "./rows.ts";

/** The only one that the sandbox takes. */
export const currency = "INR";

const seconds = (date: Date): number => Math.floor(date.getTime() / 1000);

/** https://razorpay.com/docs/api/orders/entity/ */
export const orderEntity = (order: Order) => ({
  id: order.id,
  entity: "order",
  amount: order.amount,
  amount_paid: order.amount_paid,
  amount_due: order.amount - order.amount_paid,
  currency,
  receipt: order.receipt,
  offer_id: null,
  status: order.status,
  attempts: order.attempts,
  notes: parsed(order.notes),
  created_at: seconds(order.created_at),
});

/** https://razorpay.com/docs/api/payments/entity/ */
export function paymentEntity(payment: Payment) {
  const { amount, amount_refunded: refunded, status } = payment;
  const captured = status === "captured" || status === "refunded";
  return {
    id: payment.id,
    entity: "payment",
    amount,
    currency,
    status,
    order_id: payment.order_id,
    invoice_id: null,
    international: false,
    method: "netbanking",
    amount_refunded: refunded,
    refund_status: refundStatus(refunded, amount),
    captured,
    description: null,
    card_id: null,
    bank: "SBIN",
    wallet: null,
    vpa: null,
    email: "nobody@example.com",
    contact: "+910000000000",
    notes: [],
    fee: captured ? 0 : null,
    tax: captured ? 0 : null,
    ...errorOf(payment),
    acquirer_data: { bank_transaction_id: null },
    created_at: seconds(payment.created_at),
  };
}

function refundStatus(refunded: number, amount: number): "full" | "partial" | null {
  if (refunded === 0) return null;
  return refunded === amount ? "full" : "partial";
}

/** Why a payment has failed. */
export const failure = {
  code: "BAD_REQUEST_ERROR",
  description: "Payment was declined by the bank.",
  source: "customer",
  step: "payment_authorization",
  reason: "payment_failed",
} as const;

function errorOf({ status }: Payment) {
  const error = status === "failed" ? failure : null;
  return {
    error_code: error?.code ?? null,
    error_description: error?.description ?? null,
    error_source: error?.source ?? null,
    error_step: error?.step ?? null,
    error_reason: error?.reason ?? null,
  };
}

/** https://razorpay.com/docs/api/refunds/entity/ */
export const refundEntity = (refund: Refund) => ({
  id: refund.id,
  entity: "refund",
  amount: refund.amount,
  currency,
  payment_id: refund.payment_id,
  notes: parsed(refund.notes),
  receipt: refund.receipt,
  acquirer_data: { arn: null },
  created_at: seconds(refund.created_at),
  batch_id: null,
  status: "processed",
  speed_processed: "normal",
  speed_requested: "normal",
});

const parsed = (json: string): unknown => JSON.parse(json);
