import type { AdminStatistics } from "#web/api/types.ts";
import { formatAmount, formatReportMonth } from "#web/format.ts";
import { BarChart } from "#web/components/charts/bar-chart.tsx";
import { EmptyState } from "#web/components/notice.tsx";
import { rich, t } from "#web/messages/translate.ts";

type Month = AdminStatistics["revenue"][number];
type Amounts = Pick<Month, "month" | "net" | "refunded">;

const shownMonths = 12;
const x = { name: t("Month (UTC)"), of: ({ month }: Amounts) => month, format: formatReportMonth };
const series = [
  { name: t("Net"), color: "var(--chart-2)", value: ({ net }: Amounts) => net },
  { name: t("Refunded"), color: "var(--chart-4)", value: ({ refunded }: Amounts) => refunded },
];

/** This month and those before it, those without a payment among them. */
function everyMonth(months: readonly Month[]): readonly Amounts[] {
  const now = new Date();
  return Array.from({ length: shownMonths }, (_, index) => {
    const back = shownMonths - 1 - index;
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7);
    return months.find((one) => one.month === month) ?? { month, net: 0, refunded: 0 };
  });
}

function ByMonth({ currency, months }: { readonly currency: string; readonly months: readonly Month[] }) {
  const rows = everyMonth(months);
  const total = rows.reduce((sum, { net }) => sum + net, 0);
  const formatValue = (amount: number): string => formatAmount(amount, currency);
  const formatTick = (amount: number): string => formatAmount(amount, currency, "compact");
  const label = t("Revenue in {currency} by month", { currency });
  return (
    <BarChart
      {...{ rows, series, x, formatValue, formatTick, label, total: t("Captured") }}
      caption={rich("{year} in 12 months, {month} this month", {
        year: <strong>{formatValue(total)}</strong>,
        month: formatValue(rows.at(-1)?.net ?? 0),
      })}
    />
  );
}

/** Payments less refunds, by month, a chart for each currency. */
export function Revenue({ months }: { readonly months: readonly Month[] }) {
  const currencies = [...new Set(months.map(({ currency }) => currency))];
  return (
    <section className="card" aria-labelledby="revenue-title">
      <h2 id="revenue-title">{t("Revenue")}</h2>
      {currencies.length === 0 && <EmptyState>{t("No payments in the last 12 months.")}</EmptyState>}
      {currencies.map((currency) => (
        <ByMonth key={currency} currency={currency} months={months.filter((one) => one.currency === currency)} />
      ))}
      <p className="hint">
        {t(
          "Captured payments less refunds. A refund counts for the month of its payment, and a quarantined payment until it is refunded.",
        )}
      </p>
    </section>
  );
}
