import { BarChart } from "#web/components/charts/bar-chart.tsx";
import type { UsageReport } from "#web/api/types.ts";
import { formatNumber, formatReportDate } from "#web/format.ts";
import { EmptyState } from "./notice.tsx";

type Day = UsageReport["series"][number];

const series = [
  { name: "Speech (characters)", color: "var(--chart-1)", value: (day: Day) => day.tts_characters_processed },
  { name: "Transcription (seconds)", color: "var(--chart-2)", value: (day: Day) => day.asr_seconds_processed },
];

/** The fewest days of a chart. */
const leastDays = 7;

/** The days from the first with usage, so that those before an account was used leave no empty chart; a week at least. */
function usedDays(days: readonly Day[]): readonly Day[] {
  const first = days.findIndex((day) => series.some(({ value }) => value(day) > 0));
  return days.slice(Math.max(0, Math.min(first, days.length - leastDays)));
}

/** Credits by day as stacked bars: a character spoken and a second heard cost one each. */
export function UsageChart({ report }: { readonly report: UsageReport }) {
  const { total_credits_consumed: total, period } = report;
  const days = `from ${formatReportDate(period.from)} to ${formatReportDate(period.to)}`;
  if (total === 0) return <EmptyState>No usage {days}.</EmptyState>;
  const rows = usedDays(report.series);
  const [start] = rows;
  return (
    <BarChart
      rows={rows}
      series={series}
      x={{ name: "Day (UTC)", of: ({ date }) => date, format: formatReportDate }}
      label="Credits by day"
      total="Credits"
      caption={
        <>
          <strong>{formatNumber(total)} credits</strong> {days}
          {start !== undefined && rows.length < report.series.length && `, none before ${formatReportDate(start.date)}`}
        </>
      }
    />
  );
}
