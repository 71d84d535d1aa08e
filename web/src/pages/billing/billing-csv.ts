import type { CreditChange, Payment } from "#web/api/types.ts";
import { csvOf } from "#web/components/csv.ts";

const changeColumns = ["date", "kind", "credits", "balance", "description", "payments_order_id", "reason"] as const;

/** Changes of credits as CSV, named as in the API. */
export const ledgerCsv = (changes: readonly CreditChange[]): string =>
  csvOf(
    changeColumns,
    changes.map((change) => changeColumns.map((column) => change[column])),
  );

const paymentColumns = [
  "paid_at",
  "payments_order_id",
  "description",
  "amount",
  "refunded",
  "currency",
  "receipt_number",
] as const;

/** The further payments of an order as payments of their own, which have no receipt. */
const furtherOf = (payment: Payment): readonly Payment[] =>
  payment.further_payments.map(({ received_at: paidAt, amount, refunded }) => ({
    ...payment,
    paid_at: paidAt,
    amount,
    refunded,
    receipt_number: null,
  }));

/** Payments as CSV, named as in the API, with amounts in the smallest unit of the currency. */
export const paymentsCsv = (payments: readonly Payment[]): string =>
  csvOf(
    paymentColumns,
    payments
      .flatMap((payment) => [...furtherOf(payment), payment])
      .map((payment) => paymentColumns.map((column) => payment[column])),
  );
