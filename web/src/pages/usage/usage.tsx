import { keepPreviousData } from "@tanstack/react-query";
import { isFieldProblem } from "#web/api/problem.ts";
import type { UsageReport } from "#web/api/types.ts";
import { useApi } from "#web/api/use-api.ts";
import { formatBytes, formatCount, formatDuration, formatNumber } from "#web/format.ts";
import { type DayRange, DayRangeFields, isSameRange } from "#web/components/day-range-fields.tsx";
import { downloadFile } from "#web/components/download-file.ts";
import { Form } from "#web/components/form.tsx";
import { SelectField } from "#web/components/field.tsx";
import { PageHeading } from "#web/components/page-heading.tsx";
import { EmptyState, ErrorNotice, Loading } from "#web/components/notice.tsx";
import { ProgressBar } from "#web/components/progress-bar.tsx";
import { UsageChart } from "#web/components/usage-chart.tsx";
import { useKeyChoices } from "#web/components/use-key-choices.ts";
import { useUrlState } from "#web/components/use-url-state.ts";
import { ResponsiveTable } from "#web/components/responsive-table.tsx";
import { t } from "#web/messages/translate.ts";
import { ByKey } from "./by-key.tsx";
import { usageCsv } from "./usage-csv.ts";

const sources = [
  ["all", t("All")],
  ["web", t("Dashboard")],
  ["api_key", t("All API keys")],
] as const;

const day = /^\d{4}-\d{2}-\d{2}$/;
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

const dayMs = 86_400_000;
const isoDay = (daysAgo: number): string => new Date(Date.now() - daysAgo * dayMs).toISOString().slice(0, 10);

const Sums = ({ report }: { readonly report: UsageReport }) => (
  <dl className="figures">
    <div className="card">
      <dt>{t("Speech")}</dt>
      <dd>{formatCount(report.requests.tts_count, "text")}</dd>
      <dd className="soft">{formatCount(report.requests.tts_characters_processed, "character")}</dd>
    </div>
    <div className="card">
      <dt>{t("Transcription")}</dt>
      <dd>{formatCount(report.requests.asr_count, "recording")}</dd>
      <dd className="soft">{formatDuration(report.requests.asr_seconds_processed)}</dd>
    </div>
  </dl>
);

const ByVoice = ({ voices }: { readonly voices: UsageReport["breakdown"] }) =>
  voices.length === 0 ? (
    <EmptyState>{t("No voices were used in this period.")}</EmptyState>
  ) : (
    <ResponsiveTable columns={[t("Voice"), t("Texts"), t("Credits")]}>
      {voices.map((voice) => (
        <tr key={voice.key}>
          <td className="long" data-label={t("Voice")}>
            {voice.label}
          </td>
          <td data-label={t("Texts")}>{formatNumber(voice.tts_count)}</td>
          <td data-label={t("Credits")}>{formatNumber(voice.credits_consumed)}</td>
        </tr>
      ))}
    </ResponsiveTable>
  );

interface QuotaProps {
  readonly label: string;
  readonly used: number;
  readonly max: number;
  readonly format: (value: number) => string;
  /** The mark of the figure, for tests. */
  readonly id: string;
}

const Quota = ({ label, used, max, format, id }: QuotaProps) => (
  <div>
    <dt>{label}</dt>
    <dd data-testid={id}>{format(used)}</dd>
    <dd className="soft share">
      <ProgressBar share={Math.min(1, used / max)} />
      {t("of {max}", { max: format(max) })}
    </dd>
  </div>
);

/** The bytes that are stored now, and the maximum. */
const Storage = ({ storage }: { readonly storage: UsageReport["storage"] }) => (
  <section className="card" aria-labelledby="storage-title">
    <h2 id="storage-title">{t("Storage")}</h2>
    <dl className="figures">
      <Quota
        label={t("Audio")}
        used={storage.stored_bytes}
        max={storage.stored_max_bytes}
        format={formatBytes}
        id="stored-bytes"
      />
      <Quota label={t("Voices")} used={storage.voices} max={storage.voices_max} format={formatNumber} id="own-voices" />
    </dl>
    <p className="hint">{t("Delete requests or voices to free storage.")}</p>
  </section>
);

interface ReportProps {
  readonly report: UsageReport;
  /** True when it shows one key alone: voices are not counted by key. */
  readonly isOfKey: boolean;
}

function Report({ report, isOfKey }: ReportProps) {
  const { from, to } = report.period;
  const save = (): void => downloadFile(`usage-${from}-${to}.csv`, new Blob([usageCsv(report)], { type: "text/csv" }));
  return (
    <>
      <Sums report={report} />
      <section className="card" aria-labelledby="by-day-title">
        <div className="row between">
          <h2 id="by-day-title">{t("By day")}</h2>
          <button type="button" className="button quiet" onClick={save}>
            {t("Download as CSV")}
          </button>
        </div>
        <UsageChart report={report} />
      </section>
      {!isOfKey && (
        <section className="card" aria-labelledby="by-voice-title">
          <h2 id="by-voice-title">{t("By voice")}</h2>
          <ByVoice voices={report.breakdown} />
        </section>
      )}
      <section className="card" aria-labelledby="by-key-title">
        <h2 id="by-key-title">{t("By API key")}</h2>
        <ByKey report={report} />
      </section>
      <Storage storage={report.storage} />
    </>
  );
}

const periods = [
  ["7", t("Last 7 days")],
  ["30", t("Last 30 days")],
  ["90", t("Last 90 days")],
] as const;
/** So many days until today. */
const lastDays = (count: string): DayRange => ({ from: isoDay(Number(count) - 1), to: isoDay(0) });

/** The use in a range of days, by day, voice and key. */
export function Usage() {
  const { filter, match, setAll } = useUrlState();
  const keys = useKeyChoices();
  const usual = lastDays("30");
  const range = { from: match("from", day) ?? usual.from, to: match("to", day) ?? usual.to };
  const source = filter("source", ["web", "api_key"]) ?? sources[0][0];
  const key = match("key", uuid);
  const query = { source, ...range, ...(key !== undefined && { api_key_id: key }) };
  const { data, error, isFetching, refetch } = useApi(
    "GET /v1/usage",
    { query },
    { placeholderData: keepPreviousData },
  );
  const choices = [
    ...sources,
    ...keys,
    ...(key === undefined || keys.some(([id]) => id === key) ? [] : ([[key, t("Another key")]] as const)),
  ];
  const choose = (value: string): void =>
    setAll(uuid.test(value) ? { key: value, source: "" } : { key: "", source: value === "all" ? "" : value });
  return (
    <>
      <PageHeading title={t("Usage")} />
      <Form className="row">
        <DayRangeFields
          label={t("Period")}
          range={range}
          named={periods}
          name={periods.find(([count]) => isSameRange(lastDays(count), range))?.[0]}
          error={error}
          onName={(count) => setAll({ ...lastDays(count) })}
          onChange={setAll}
        />
        <SelectField label={t("Source")} value={key ?? source} onChange={choose} choices={choices} />
      </Form>
      <p className="hint">
        {t(
          "Days are in UTC. Failed requests and demo requests are free. Speech that you stop while it plays costs what was sent of it.",
        )}
      </p>
      {isFetching && <Loading />}
      {error !== null && !isFieldProblem(error) && <ErrorNotice error={error} retry={() => void refetch()} />}
      {error === null && data !== undefined && <Report report={data} isOfKey={key !== undefined} />}
    </>
  );
}
