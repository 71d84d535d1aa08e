import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import type { QueueTrends as Report } from "#web/api/types.ts";
import { useApi } from "#web/api/use-api.ts";
import { formatDuration, formatTime } from "#web/format.ts";
import { LineChart } from "#web/components/charts/line-chart.tsx";
import { SelectField } from "#web/components/field.tsx";
import { EmptyState, QueryBoundary } from "#web/components/notice.tsx";
import { t } from "#web/messages/translate.ts";
import { oneOf } from "#web/components/listing.tsx";
import { queueLabels } from "./queue-labels.ts";

type Point = Report["points"][number];
type Figures = Point["queues"][number];

const refetchMs = 60_000;
const periods = [
  ["hour", t("Last hour")],
  ["day", t("Last day")],
] as const;
const queues = ["synthesis", "transcription", "training", "billing"] as const;
const x = { name: t("Time"), of: ({ time }: Point) => time, format: formatTime };

/** A line for each queue. */
const linesOf = (value: (figures: Figures) => number) =>
  queues.map((queue, index) => ({
    name: queueLabels[queue],
    color: `var(--chart-${index + 1})`,
    value: (point: Point) => {
      const figures = point.queues.find((one) => one.queue === queue);
      return figures === undefined ? null : value(figures);
    },
  }));

const charts = (stepSeconds: number) => {
  const perMinute = (count: number): number => Math.round((600 * count) / stepSeconds) / 10;
  return [
    { title: t("Waiting"), label: t("Waiting by queue"), series: linesOf(({ waiting }) => waiting) },
    {
      title: t("Oldest wait"),
      label: t("Oldest wait by queue"),
      series: linesOf((one) => one.oldest_seconds ?? 0),
      format: formatDuration,
    },
    {
      title: t("Completed per minute"),
      label: t("Completed per minute by queue"),
      series: linesOf(({ completed }) => perMinute(completed)),
    },
    { title: t("Failed"), label: t("Failed by queue"), series: linesOf(({ failed }) => failed) },
  ];
};

const Charts = ({ report }: { readonly report: Report }) =>
  report.points.every((point) => point.queues.length === 0) ? (
    <EmptyState>{t("Nothing yet. The queues are sampled once a minute.")}</EmptyState>
  ) : (
    <div className="chart-grid">
      {charts(report.step_seconds).map(({ title, label, series, format }) => (
        <LineChart
          key={title}
          {...{ rows: report.points, series, x, label }}
          {...(format !== undefined && { formatValue: format, formatTick: format })}
          caption={<strong>{title}</strong>}
        />
      ))}
    </div>
  );

/** The lengths of the queues in the last hour or day. */
export function QueueTrends() {
  const [asked, setAsked] = useState("hour");
  const period = oneOf(["hour", "day"], asked) ?? "hour";
  const options = { placeholderData: keepPreviousData, refetchInterval: refetchMs };
  const trends = useApi("GET /v1/admin/queues/trends", { query: { period } }, options);
  return (
    <section className="card" aria-labelledby="trends-title">
      <div className="row between">
        <h2 id="trends-title">{t("Trends")}</h2>
        <SelectField label={t("Period")} value={asked} onChange={setAsked} choices={periods} />
      </div>
      <QueryBoundary query={trends}>{(report) => <Charts report={report} />}</QueryBoundary>
    </section>
  );
}
