import type { ReactNode } from "react";
import { allItems } from "#web/api/all-items.ts";
import { call } from "#web/api/call.ts";
import type { Payment } from "#web/api/types.ts";
import { useApi } from "#web/api/use-api.ts";
import { utcOffsetOn } from "#web/components/date-range.ts";
import { isFieldProblem } from "#web/api/problem.ts";
import { DownloadCsv } from "#web/components/download-csv.tsx";
import { Form } from "#web/components/form.tsx";
import { LocalDayRange } from "#web/components/local-day-range.tsx";
import { EmptyState, QueryBoundary } from "#web/components/notice.tsx";
import { PaymentTable } from "#web/components/payment-table.tsx";
import { Pager } from "#web/components/pager.tsx";
import { contactPath } from "#web/components/site.ts";
import { useUrlState } from "#web/components/use-url-state.ts";
import { rich, t } from "#web/messages/translate.ts";
import { paymentsCsv } from "./billing-csv.ts";
import { OpenOrders } from "./open-orders.tsx";
import { useOpenOrders } from "#web/components/use-open-orders.ts";
import { usePayments } from "#web/components/use-payments.ts";

/** The address of the receipt of a payment. */
export const receiptAddress = ({ payments_order_id: id }: Pick<Payment, "payments_order_id">): string =>
  `/v1/payments/${encodeURIComponent(id)}/receipt`;

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

const day = /^\d{4}-\d{2}-\d{2}$/;
const rangeNames = ["any", "month", "quarter", "year"] as const;

/** The orders that wait to be paid, and the payments of the account in a range of days, which the address keeps, with their receipts. */
export function Payments() {
  const { page, match, setPage, setAll } = useUrlState();
  const [from, to] = [match("from", day), match("to", day)];
  const anyDay = from ?? to;
  const isFiltered = anyDay !== undefined;
  const query = {
    page,
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(isFiltered && { utc_offset: utcOffsetOn(anyDay) }),
  };
  const payments = usePayments(query);
  const paidIds = new Set(payments.data?.items.map(({ payments_order_id: id }) => id));
  // The lists are asked for apart, so an order can be in both for a moment.
  const orders = (useOpenOrders().data?.items ?? []).filter(({ payments_order_id: id }) => !paidIds.has(id));
  const isShown = isFiltered || (payments.data !== undefined && payments.data.total > 0);
  return (
    <section className="card" aria-labelledby="payments-title">
      <h2 id="payments-title">{t("Payments")}</h2>
      <SellerHint />
      <OpenOrders orders={orders} />
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
              (isFiltered || orders.length === 0) && (
                <EmptyState>{isFiltered ? t("No payments in this period.") : t("No payments yet.")}</EmptyState>
              )
            ) : (
              <>
                <PaymentTable payments={list.items} receiptAddress={receiptAddress} contact={contactPath} />
                <Pager list={list} onPage={setPage} />
                <DownloadCsv
                  name={`${["payments", from, to].filter((part) => part !== undefined).join("-")}.csv`}
                  load={async () =>
                    paymentsCsv(
                      await allItems((at) => call("GET /v1/payments", { query: { ...query, page: at, limit: 100 } })),
                    )
                  }
                />
              </>
            )
          }
        </QueryBoundary>
      )}
    </section>
  );
}
