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
import { NeedsAttention } from "#web/components/needs-attention.tsx";
import { QueryBoundary } from "#web/components/notice.tsx";
import { PageHeading } from "#web/components/page-heading.tsx";
import { t } from "#web/messages/translate.ts";
import { Revenue } from "./revenue.tsx";

type Day = AdminStatistics["series"][number];

const periods = [
  ["7", t("Last 7 days")],
  ["30", t("Last 30 days")],
  ["90", t("Last 90 days")],
  ["366", t("Last year")],
] as const;
const refetchMs = 60_000;
const x = { name: t("Day (UTC)"), of: ({ date }: Day) => date, format: formatReportDate };
const characters = [
  { name: t("Characters"), color: "var(--chart-1)", value: (day: Day) => day.tts_characters_processed },
];
const seconds = [{ name: t("Seconds"), color: "var(--chart-2)", value: (day: Day) => day.asr_seconds_processed }];
const requests = [
  { name: t("Speech"), color: "var(--chart-1)", value: (day: Day) => day.tts_count },
  { name: t("Transcription"), color: "var(--chart-2)", value: (day: Day) => day.asr_count },
  { name: t("Failed"), color: "var(--chart-4)", value: (day: Day) => day.failed_count },
  { name: t("Cancelled"), color: "var(--chart-3)", value: (day: Day) => day.cancelled_count },
];
const accounts = [
  { name: t("Active accounts"), color: "var(--chart-1)", value: (day: Day) => day.active_accounts },
  { name: t("Sign-ups"), color: "var(--chart-3)", value: (day: Day) => day.sign_ups },
];

/** The sums of the days. */
function totalsOf(series: readonly Day[]) {
  const sum = (value: (day: Day) => number): number => series.reduce((added, day) => added + value(day), 0);
  const completed = sum((day) => day.tts_count + day.asr_count);
  const failed = sum((day) => day.failed_count);
  return {
    ...{ completed, failed, cancelled: sum((day) => day.cancelled_count) },
    ...{ characters: sum((day) => day.tts_characters_processed) },
    ...{ seconds: sum((day) => day.asr_seconds_processed), signUps: sum((day) => day.sign_ups) },
  };
}

/** The other ends of requests; the share is that of those that were not cancelled. */
function endWords({ completed, failed, cancelled }: ReturnType<typeof totalsOf>): string {
  const share = failed === 0 ? "" : formatPercent(failed / (completed + failed));
  const words = failed === 0 ? t("None failed") : t("{count} failed ({share})", { count: formatNumber(failed), share });
  return cancelled === 0 ? words : t("{failed}, {count} cancelled", { failed: words, count: formatNumber(cancelled) });
}

function Figures({ report }: { readonly report: AdminStatistics }) {
  const { active_accounts: active, active_subscriptions: subscriptions, ending_subscriptions: ending } = report;
  const totals = totalsOf(report.series);
  return (
    <dl className="figures">
      <div className="card">
        <dt>{t("Active accounts, 30 days")}</dt>
        <dd data-testid="active-30">{formatNumber(active.last_30_days)}</dd>
        <dd className="soft">
          {t("{week} in 7 days, {day} today", {
            week: formatNumber(active.last_7_days),
            day: formatNumber(active.last_day),
          })}
        </dd>
      </div>
      <div className="card">
        <dt>{t("Active subscriptions")}</dt>
        <dd>{formatNumber(subscriptions)}</dd>
        {ending > 0 && (
          <dd className="soft">{t("{count} cancelled, paid until the end", { count: formatNumber(ending) })}</dd>
        )}
      </div>
      <div className="card">
        <dt>{t("Sign-ups")}</dt>
        <dd>{formatNumber(totals.signUps)}</dd>
      </div>
      <div className="card">
        <dt>{t("Completed requests")}</dt>
        <dd>{formatNumber(totals.completed)}</dd>
        <dd className="soft">{endWords(totals)}</dd>
      </div>
    </dl>
  );
}

function ByDay({ series }: Pick<AdminStatistics, "series">) {
  const totals = totalsOf(series);
  return (
    <>
      <section className="card" aria-labelledby="usage-title">
        <h2 id="usage-title">{t("Usage")}</h2>
        <div className="chart-grid">
          <BarChart
            {...{ rows: series, x, series: characters, label: t("Characters spoken by day") }}
            caption={
              <strong>{t("{characters} spoken", { characters: formatCount(totals.characters, "character") })}</strong>
            }
          />
          <BarChart
            {...{ rows: series, x, series: seconds, label: t("Seconds transcribed by day") }}
            caption={<strong>{t("{duration} transcribed", { duration: formatDuration(totals.seconds) })}</strong>}
          />
        </div>
      </section>
      <section className="card" aria-labelledby="requests-title">
        <h2 id="requests-title">{t("Requests")}</h2>
        <BarChart
          {...{ rows: series, x, series: requests, label: t("Requests by day") }}
          caption={
            <strong>
              {t("{completed} completed, {failed} failed, {cancelled} cancelled", {
                completed: formatNumber(totals.completed),
                failed: formatNumber(totals.failed),
                cancelled: formatNumber(totals.cancelled),
              })}
            </strong>
          }
        />
      </section>
      <section className="card" aria-labelledby="accounts-title">
        <h2 id="accounts-title">{t("Accounts")}</h2>
        <LineChart
          {...{ rows: series, x, series: accounts, label: t("Accounts by day") }}
          caption={t("Accounts with a completed request, and new accounts")}
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
        ? t("Not counted yet: the maintenance process counts once a minute.")
        : t("Counted {time}. Days are in UTC. Demo requests are not counted.", {
            time: formatDateTime(report.counted_at),
          })}
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
      <PageHeading title={t("Statistics")} />
      <NeedsAttention />
      <div className="row">
        <SelectField label={t("Period")} value={days} onChange={setDays} choices={periods} />
      </div>
      <QueryBoundary query={report}>{(known) => <Report report={known} />}</QueryBoundary>
    </>
  );
}
