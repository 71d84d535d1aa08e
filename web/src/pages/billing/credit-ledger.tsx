import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { allItems } from "#web/api/all-items.ts";
import { call } from "#web/api/call.ts";
import type { CreditChange } from "#web/api/types.ts";
import { useApi } from "#web/api/use-api.ts";
import { billingPath } from "#web/components/billing-view.ts";
import { ledgerKinds, poolChoices, purchaseWords } from "#web/components/credit-words.ts";
import { DownloadCsv } from "#web/components/download-csv.tsx";
import { SelectField } from "#web/components/field.tsx";
import { Listing, oneOf } from "#web/components/listing.tsx";
import { ResponsiveTable } from "#web/components/responsive-table.tsx";
import { formatNumber, formatReportDateOfYear } from "#web/format.ts";
import { t } from "#web/messages/translate.ts";
import { ledgerCsv } from "./billing-csv.ts";

const limit = 5;

const signed = (credits: number): string => (credits > 0 ? `+${formatNumber(credits)}` : formatNumber(credits));

/** The occasion of a change; an expiry needs none. */
function occasionOf({ kind, purchase, reason }: CreditChange): string | null {
  if (kind === "correction") return reason;
  if (purchase !== null) return purchaseWords(purchase);
  return kind === "grant" ? t("Free plan") : null;
}

/** The use of a day. */
const usagePath = (date: string): string =>
  `/account/usage?${new URLSearchParams({ from: date, to: date }).toString()}`;

const Change = ({ change }: { readonly change: CreditChange }) => {
  const occasion = occasionOf(change);
  return (
    <tr>
      <td className="unbroken" data-label={t("Date")}>
        {formatReportDateOfYear(change.date)}
      </td>
      <td className="long" data-label={t("Change")}>
        {change.kind === "grant" && change.purchase !== null ? t("Bought") : ledgerKinds[change.kind]}
        {occasion !== null && <p className="soft">{occasion}</p>}
        {change.kind === "usage" && (
          <p>
            <Link href={usagePath(change.date)}>{t("Usage")}</Link>
          </p>
        )}
        {change.payments_order_id !== null && (
          <p>
            <Link href={billingPath("payments")}>{t("Payments")}</Link>
          </p>
        )}
      </td>
      <td className="amount" data-label={t("Credits")}>
        {signed(change.credits)}
      </td>
      <td className="amount" data-label={t("Balance")}>
        {formatNumber(change.balance)}
      </td>
    </tr>
  );
};

/** The changes of the credits of the account, the use of a day in one row, with the balance after each. */
export function CreditLedger() {
  const [{ pool, page }, setAsked] = useState({ pool: "tts", page: 1 });
  const query = { page, limit, pool: oneOf(["asr"], pool) ?? ("tts" as const) };
  const ledger = useApi("GET /v1/usage/ledger", { query }, { placeholderData: keepPreviousData });
  return (
    <section className="card" aria-labelledby="credits-title">
      <h2 id="credits-title">{t("Credits")}</h2>
      <p className="hint">{t("Every change of your credits, the newest first. All use of a day (UTC) is one row.")}</p>
      <div className="row">
        <SelectField
          label={t("Kind of credits")}
          value={pool}
          onChange={(choice) => setAsked({ pool: choice, page: 1 })}
          choices={poolChoices}
        />
        <DownloadCsv
          name={`credits-${query.pool}.csv`}
          load={async () =>
            ledgerCsv(
              await allItems((at) => call("GET /v1/usage/ledger", { query: { ...query, page: at, limit: 100 } })),
            )
          }
        />
      </div>
      <Listing query={ledger} empty={t("No changes yet.")} onPage={(next) => setAsked({ pool, page: next })}>
        {(items) => (
          <ResponsiveTable
            columns={[t("Date"), t("Change"), t("Credits"), t("Balance")]}
            amounts={[t("Credits"), t("Balance")]}
          >
            {items.map((change, index) => (
              <Change key={`${change.date} ${change.kind} ${index}`} change={change} />
            ))}
          </ResponsiveTable>
        )}
      </Listing>
    </section>
  );
}
