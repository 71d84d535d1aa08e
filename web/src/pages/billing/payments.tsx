import { keepPreviousData } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Payment, PaymentPage } from "#web/api/types.ts";
import { useApi } from "#web/api/use-api.ts";
import { formatAmount, formatDate } from "#web/format.ts";
import { utcOffsetOn } from "#web/components/date-range.ts";
import { isFieldProblem } from "#web/api/problem.ts";
import { Form } from "#web/components/form.tsx";
import { LocalDayRange } from "#web/components/local-day-range.tsx";
import { EmptyState, QueryBoundary } from "#web/components/notice.tsx";
import { paymentState } from "#web/components/payment-state.ts";
import { Pager } from "#web/components/pager.tsx";
import { useUrlState } from "#web/components/use-url-state.ts";
import { ResponsiveTable } from "#web/components/responsive-table.tsx";
import { rich, t } from "#web/messages/translate.ts";

const limit = 10;
const pollMs = 5_000;

/** The address of the receipt of a payment. */
export const receiptAddress = ({ payments_order_id: id }: Pick<Payment, "payments_order_id">): string =>
  `/v1/payments/${encodeURIComponent(id)}/receipt`;

const Receipt = ({ payment }: { readonly payment: Payment }) =>
  payment.receipt_number === null ? (
    <span className="soft">{t("In a moment")}</span>
  ) : (
    <a href={receiptAddress(payment)} download={`receipt-${payment.receipt_number}.pdf`}>
      {payment.receipt_number}
    </a>
  );

const code = (words: ReactNode): ReactNode => <code>{words}</code>;

/** The settings that receipts name the seller by, told to admins alone. */
function SellerHint() {
  const { data: profile } = useApi("GET /v1/users/me", {});
  if (profile?.role !== "admin") return null;
  return (
    <p className="hint">
      {rich(
        "As an admin: receipts name the seller by the settings <code>RECEIPT_NAME</code>, <code>RECEIPT_ADDRESS</code> and <code>RECEIPT_TAX_ID</code>. Where these are not set, receipts have the name of the site alone.",
        { code },
      )}
    </p>
  );
}

interface PaymentListProps {
  readonly list: PaymentPage;
  readonly onPage: (page: number) => void;
}

const PaymentList = ({ list, onPage }: PaymentListProps) => (
  <>
    <ResponsiveTable columns={[t("Date"), t("Description"), t("Amount"), t("Status"), t("Receipt")]}>
      {list.items.map((payment) => (
        <tr key={payment.payments_order_id}>
          <td data-label={t("Date")}>{formatDate(payment.paid_at)}</td>
          <td data-label={t("Description")}>{payment.description}</td>
          <td data-label={t("Amount")}>{formatAmount(payment.amount, payment.currency)}</td>
          <td data-label={t("Status")}>{paymentState(payment)}</td>
          <td data-label={t("Receipt")}>
            <Receipt payment={payment} />
          </td>
        </tr>
      ))}
    </ResponsiveTable>
    <Pager list={list} onPage={onPage} />
  </>
);

const day = /^\d{4}-\d{2}-\d{2}$/;
const rangeNames = ["any", "month", "quarter", "year"] as const;

/** The payments of the account in a range of days, which the address keeps, with their receipts. */
export function Payments() {
  const { page, match, setPage, setAll } = useUrlState();
  const [from, to] = [match("from", day), match("to", day)];
  const anyDay = from ?? to;
  const isFiltered = anyDay !== undefined;
  const query = {
    ...{ page, limit },
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(isFiltered && { utc_offset: utcOffsetOn(anyDay) }),
  };
  const payments = useApi(
    "GET /v1/payments",
    { query },
    // A receipt is issued some seconds after the payment.
    {
      placeholderData: keepPreviousData,
      refetchInterval: ({ state: { data } }) =>
        data?.items.some((one) => one.receipt_number === null) ? pollMs : false,
    },
  );
  const isShown = isFiltered || (payments.data !== undefined && payments.data.total > 0);
  return (
    <section id="payments" className="card" aria-labelledby="payments-title">
      <h2 id="payments-title">{t("Payments")}</h2>
      <SellerHint />
      {isShown && (
        <Form className="row">
          <LocalDayRange
            label={t("Period")}
            names={rangeNames}
            range={{ from: from ?? "", to: to ?? "" }}
            error={payments.error}
            onChange={setAll}
          />
        </Form>
      )}
      {!isFieldProblem(payments.error) && (
        <QueryBoundary query={payments}>
          {(list) =>
            list.items.length === 0 ? (
              <EmptyState>{isFiltered ? t("No payments in this period.") : t("No payments yet.")}</EmptyState>
            ) : (
              <PaymentList list={list} onPage={setPage} />
            )
          }
        </QueryBoundary>
      )}
    </section>
  );
}
