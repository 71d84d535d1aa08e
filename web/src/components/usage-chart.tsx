import type { ReactNode } from "react";
import { BarChart } from "#web/components/charts/bar-chart.tsx";
import type { UsageReport } from "#web/api/types.ts";
import { formatNumber, formatReportDate } from "#web/format.ts";
import { EmptyState } from "./notice.tsx";
import { rich, t } from "#web/messages/translate.ts";

type Day = UsageReport["series"][number];

const series = [
  { name: t("Speech (characters)"), color: "var(--chart-1)", value: (day: Day) => day.tts_characters_processed },
  { name: t("Transcription (seconds)"), color: "var(--chart-2)", value: (day: Day) => day.asr_seconds_processed },
];

const strong = (words: ReactNode): ReactNode => <strong>{words}</strong>;

/** Credits by day as stacked bars: a character spoken and a second heard cost one each. */
export function UsageChart({ report }: { readonly report: UsageReport }) {
  const { total_credits_consumed: total, period } = report;
  const days = { from: formatReportDate(period.from), to: formatReportDate(period.to) };
  if (total === 0) return <EmptyState>{t("No usage from {from} to {to}.", days)}</EmptyState>;
  return (
    <BarChart
      rows={report.series}
      series={series}
      x={{ name: t("Day (UTC)"), of: ({ date }) => date, format: formatReportDate }}
      label={t("Credits by day")}
      total={t("Credits")}
      caption={rich("<strong>{credits} credits</strong> from {from} to {to}", {
        ...days,
        credits: formatNumber(total),
        strong,
      })}
    />
  );
}
