import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import type { AdminStatistics } from "#web/api/types.ts";
import { useApi } from "#web/api/use-api.ts";
import {
  formatCount,
  formatDateTime,
  formatDuration,
  formatNumber,
  formatPercent,
  formatReportDate,
} from "#web/format.ts";
import { BarChart } from "#web/components/charts/bar-chart.tsx";
import { LineChart } from "#web/components/charts/line-chart.tsx";
import { SelectField } from "#web/components/field.tsx";
import { QueryBoundary } from "#web/components/notice.tsx";
import { PageHeading } from "#web/components/page-heading.tsx";
import { Revenue } from "./revenue.tsx";

type Day = AdminStatistics["series"][number];

const periods = [
  ["7", "Last 7 days"],
  ["30", "Last 30 days"],
  ["90", "Last 90 days"],
  ["366", "Last year"],
] as const;
const refetchMs = 60_000;
const x = { name: "Day (UTC)", of: ({ date }: Day) => date, format: formatReportDate };
const characters = [{ name: "Characters", color: "var(--chart-1)", value: (day: Day) => day.tts_characters_processed }];
const seconds = [{ name: "Seconds", color: "var(--chart-2)", value: (day: Day) => day.asr_seconds_processed }];
const requests = [
  { name: "Speech", color: "var(--chart-1)", value: (day: Day) => day.tts_count },
  { name: "Transcription", color: "var(--chart-2)", value: (day: Day) => day.asr_count },
  { name: "Failed", color: "var(--chart-4)", value: (day: Day) => day.failed_count },
];
const accounts = [
  { name: "Active accounts", color: "var(--chart-1)", value: (day: Day) => day.active_accounts },
  { name: "Sign-ups", color: "var(--chart-3)", value: (day: Day) => day.sign_ups },
];

/** The sums of the days. */
function totalsOf(series: readonly Day[]) {
  const sum = (value: (day: Day) => number): number => series.reduce((added, day) => added + value(day), 0);
  const completed = sum((day) => day.tts_count + day.asr_count);
  const failed = sum((day) => day.failed_count);
  return {
    ...{ completed, failed, characters: sum((day) => day.tts_characters_processed) },
    ...{ seconds: sum((day) => day.asr_seconds_processed), signUps: sum((day) => day.sign_ups) },
  };
}

function failureWords(completed: number, failed: number): string {
  if (failed === 0) return "None failed";
  return `${formatNumber(failed)} failed (${formatPercent(failed / (completed + failed))})`;
}

function Figures({ report }: { readonly report: AdminStatistics }) {
  const { active_accounts: active, active_subscriptions: subscriptions } = report;
  const { completed, failed, signUps } = totalsOf(report.series);
  return (
    <dl className="figures">
      <div className="card">
        <dt>Active accounts, 30 days</dt>
        <dd data-testid="active-30">{formatNumber(active.last_30_days)}</dd>
        <dd className="soft">
          {formatNumber(active.last_7_days)} in 7 days, {formatNumber(active.last_day)} today
        </dd>
      </div>
      <div className="card">
        <dt>Active subscriptions</dt>
        <dd>{formatNumber(subscriptions)}</dd>
      </div>
      <div className="card">
        <dt>Sign-ups</dt>
        <dd>{formatNumber(signUps)}</dd>
      </div>
      <div className="card">
        <dt>Completed requests</dt>
        <dd>{formatNumber(completed)}</dd>
        <dd className="soft">{failureWords(completed, failed)}</dd>
      </div>
    </dl>
  );
}

function ByDay({ series }: Pick<AdminStatistics, "series">) {
  const totals = totalsOf(series);
  return (
    <>
      <section className="card" aria-labelledby="usage-title">
        <h2 id="usage-title">Usage</h2>
        <div className="chart-grid">
          <BarChart
            {...{ rows: series, x, series: characters, label: "Characters spoken by day" }}
            caption={<strong>{formatCount(totals.characters, "character")} spoken</strong>}
          />
          <BarChart
            {...{ rows: series, x, series: seconds, label: "Seconds transcribed by day" }}
            caption={<strong>{formatDuration(totals.seconds)} transcribed</strong>}
          />
        </div>
      </section>
      <section className="card" aria-labelledby="requests-title">
        <h2 id="requests-title">Requests</h2>
        <BarChart
          {...{ rows: series, x, series: requests, label: "Requests by day" }}
          caption={
            <strong>
              {formatNumber(totals.completed)} completed, {formatNumber(totals.failed)} failed
            </strong>
          }
        />
      </section>
      <section className="card" aria-labelledby="accounts-title">
        <h2 id="accounts-title">Accounts</h2>
        <LineChart
          {...{ rows: series, x, series: accounts, label: "Accounts by day" }}
          caption="Accounts with a completed request, and new accounts"
        />
      </section>
    </>
  );
}

const Report = ({ report }: { readonly report: AdminStatistics }) => (
  <>
    <Figures report={report} />
    <Revenue months={report.revenue} />
    <ByDay series={report.series} />
    <p className="hint">
      {report.counted_at === null
        ? "Not counted yet: the maintenance process counts once a minute."
        : `Counted ${formatDateTime(report.counted_at)}. Days are in UTC. Demo requests are not counted.`}
    </p>
  </>
);

/** How the installation does: accounts, revenue and usage. */
export function Statistics() {
  const [days, setDays] = useState("30");
  const options = { placeholderData: keepPreviousData, refetchInterval: refetchMs };
  const report = useApi("GET /v1/admin/statistics", { query: { days: Number(days) } }, options);
  return (
    <>
      <PageHeading title="Statistics" />
      <div className="row">
        <SelectField label="Period" value={days} onChange={setDays} choices={periods} />
      </div>
      <QueryBoundary query={report}>{(known) => <Report report={known} />}</QueryBoundary>
    </>
  );
}
