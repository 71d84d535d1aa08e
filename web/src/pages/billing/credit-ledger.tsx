import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import type { CreditChange } from "#web/api/types.ts";
import { useApi } from "#web/api/use-api.ts";
import { ledgerKinds, poolChoices, purchaseWords } from "#web/components/credit-words.ts";
import { SelectField } from "#web/components/field.tsx";
import { Listing, oneOf } from "#web/components/listing.tsx";
import { ResponsiveTable } from "#web/components/responsive-table.tsx";
import { formatNumber, formatReportDateOfYear } from "#web/format.ts";
import { t } from "#web/messages/translate.ts";

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
      </td>
      <td data-label={t("Credits")}>{signed(change.credits)}</td>
      <td data-label={t("Balance")}>{formatNumber(change.balance)}</td>
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
      <p className="hint">
        {t(
          "Every change of your credits, by days of UTC. All use of a day is one row, after what was added on that day and before what was removed, so that the newest balance of a day is that at its end. Credits of unfinished requests count as yours until they are used.",
        )}
      </p>
      <div className="row">
        <SelectField
          label={t("Kind of credits")}
          value={pool}
          onChange={(choice) => setAsked({ pool: choice, page: 1 })}
          choices={poolChoices}
        />
      </div>
      <Listing query={ledger} empty={t("No changes yet.")} onPage={(next) => setAsked({ pool, page: next })}>
        {(items) => (
          <ResponsiveTable columns={[t("Date"), t("Change"), t("Credits"), t("Balance")]}>
            {items.map((change, index) => (
              <Change key={`${change.date} ${change.kind} ${index}`} change={change} />
            ))}
          </ResponsiveTable>
        )}
      </Listing>
    </section>
  );
}
