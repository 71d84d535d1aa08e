import type { ReactNode } from "react";
import type { Payment } from "#web/api/types.ts";
import { formatAmount, formatDate } from "#web/format.ts";
import { t } from "#web/messages/translate.ts";
import { purchaseWords } from "./credit-words.ts";
import { ResponsiveTable } from "./responsive-table.tsx";

/** The state of a payment, in words. */
function paymentState({ refunded, amount, currency }: Payment): string {
  if (refunded === 0) return t("Paid");
  return refunded >= amount ? t("Refunded") : t("{amount} refunded", { amount: formatAmount(refunded, currency) });
}

type FurtherPayment = Payment["further_payments"][number];

/** True for money that came for an order which was paid already, and waits for the operator. */
export const isUnsettled = ({ refunded, amount, resolved_at: resolvedAt }: FurtherPayment): boolean =>
  refunded < amount && resolvedAt === null;

/** The fate of money that came for an order which was paid already. */
function furtherState({ refunded, amount, resolved_at: resolvedAt }: FurtherPayment): string {
  if (refunded >= amount) return t("Paid again, and refunded");
  return resolvedAt === null
    ? t("Paid again. The operator refunds it or adds credits for it.")
    : t("Paid again. The operator settled it on {date}.", { date: formatDate(resolvedAt) });
}

interface PaymentTableProps {
  readonly payments: readonly Payment[];
  /** The address of the receipt of a payment. */
  readonly receiptAddress: (payment: Payment) => string;
  /** The address at which the buyer reaches the operator; undefined for who is the operator. */
  readonly contact?: string;
}

interface ReceiptProps {
  readonly number: string | null;
  readonly address: string;
}

const Receipt = ({ number, address }: ReceiptProps) =>
  number === null ? (
    <span className="soft">{t("In a moment")}</span>
  ) : (
    <a href={address} download={`receipt-${number}.pdf`}>
      {number}
    </a>
  );

interface RowProps {
  readonly date: string;
  readonly amount: number;
  readonly payment: Payment;
  readonly state: ReactNode;
  /** The address of its receipt; null for none. */
  readonly receipt: string | null;
}

const PaymentRow = ({ date, amount, payment, state, receipt }: RowProps) => (
  <tr>
    <td className="unbroken" data-label={t("Date")}>
      {formatDate(date)}
    </td>
    <td data-label={t("Description")}>{purchaseWords(payment.purchase)}</td>
    <td className="amount" data-label={t("Amount")}>
      {formatAmount(amount, payment.currency)}
    </td>
    <td data-label={t("Status")}>{state}</td>
    <td className="unbroken" data-label={t("Receipt")}>
      {receipt === null ? "–" : <Receipt number={payment.receipt_number} address={receipt} />}
    </td>
  </tr>
);

/** Payments with their receipts, and money that came a second time. */
export const PaymentTable = ({ payments, receiptAddress, contact }: PaymentTableProps) => (
  <ResponsiveTable
    columns={[t("Date"), t("Description"), t("Amount"), t("Status"), t("Receipt")]}
    amounts={[t("Amount")]}
  >
    {payments.flatMap((payment) => [
      ...payment.further_payments.map((further) => (
        <PaymentRow
          key={further.payment_id}
          {...{ payment, date: further.received_at, amount: further.amount }}
          state={
            <>
              {furtherState(further)}{" "}
              {contact !== undefined && isUnsettled(further) && <a href={contact}>{t("Contact")}</a>}
            </>
          }
          receipt={null}
        />
      )),
      <PaymentRow
        key={payment.payments_order_id}
        {...{ payment, date: payment.paid_at, amount: payment.amount, state: paymentState(payment) }}
        receipt={receiptAddress(payment)}
      />,
    ])}
  </ResponsiveTable>
);
