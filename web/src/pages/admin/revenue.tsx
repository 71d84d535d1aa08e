import type { AdminStatistics } from "#web/api/types.ts";
import { formatAmount, formatReportMonth } from "#web/format.ts";
import { BarChart } from "#web/components/charts/bar-chart.tsx";
import { EmptyState } from "#web/components/notice.tsx";

type Month = AdminStatistics["revenue"][number];
type Amounts = Pick<Month, "month" | "net" | "refunded">;

const shownMonths = 12;
const x = { name: "Month (UTC)", of: ({ month }: Amounts) => month, format: formatReportMonth };
const series = [
  { name: "Net", color: "var(--chart-2)", value: ({ net }: Amounts) => net },
  { name: "Refunded", color: "var(--chart-4)", value: ({ refunded }: Amounts) => refunded },
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
  return (
    <BarChart
      {...{ rows, series, x, formatValue, formatTick, label: `Revenue in ${currency} by month`, total: "Captured" }}
      caption={
        <>
          <strong>{formatValue(total)}</strong> in 12 months, {formatValue(rows.at(-1)?.net ?? 0)} this month
        </>
      }
    />
  );
}

/** Payments less refunds, by month, a chart for each currency. */
export function Revenue({ months }: { readonly months: readonly Month[] }) {
  const currencies = [...new Set(months.map(({ currency }) => currency))];
  return (
    <section className="card" aria-labelledby="revenue-title">
      <h2 id="revenue-title">Revenue</h2>
      {currencies.length === 0 && <EmptyState>No payments in the last 12 months.</EmptyState>}
      {currencies.map((currency) => (
        <ByMonth key={currency} currency={currency} months={months.filter((one) => one.currency === currency)} />
      ))}
      <p className="hint">Captured payments less refunds. A refund counts for the month of its payment.</p>
    </section>
  );
}
