import { Link } from "wouter";
import type { QueueReport } from "#web/api/types.ts";
import { useApi } from "#web/api/use-api.ts";
import { formatDuration, formatDateTime, formatNumber } from "#web/format.ts";
import { PageHeading } from "#web/components/page-heading.tsx";
import { EmptyState, ErrorNotice, Loading } from "#web/components/notice.tsx";
import { ResponsiveTable } from "#web/components/responsive-table.tsx";
import { t } from "#web/messages/translate.ts";
import { accountPath, closedAccount } from "./account-name.ts";
import { LiveWorkers } from "./live-workers.tsx";
import { queueLabels } from "./queue-labels.ts";
import { QueueTrends } from "./queue-trends.tsx";

const refetchMs = 3_000;
const types = { tts: t("Speech"), asr: t("Transcription") } as const;

const Work = ({ queues }: Pick<QueueReport, "queues">) => (
  <ResponsiveTable
    columns={[t("Queue"), t("Waiting"), t("Delayed"), t("Running"), t("Oldest"), t("Failed, 24 h")]}
    numbers
  >
    {queues.map((one) => (
      <tr key={one.queue} data-testid={`queue-${one.queue}`}>
        <td>
          <strong>{queueLabels[one.queue]}</strong>
        </td>
        <td data-label={t("Waiting")}>{formatNumber(one.waiting)}</td>
        <td data-label={t("Delayed")}>{formatNumber(one.delayed)}</td>
        <td data-label={t("Running")}>{formatNumber(one.running)}</td>
        <td data-label={t("Oldest")}>
          {one.oldest_seconds === null ? "–" : formatDuration(Math.round(one.oldest_seconds))}
        </td>
        <td data-label={t("Failed, 24 h")}>{formatNumber(one.failed_last_day)}</td>
      </tr>
    ))}
  </ResponsiveTable>
);

type FailedRequest = QueueReport["failed_requests"][number];

/** The id of a request, which leads to it among those of its account. */
const RequestId = ({ request: { request_id: id, user_id: userId } }: { readonly request: FailedRequest }) => {
  const shown = <code className="small">{id}</code>;
  return userId === null ? shown : <Link href={`${accountPath(userId)}?request=${id}`}>{shown}</Link>;
};

const Failed = ({ requests }: { readonly requests: QueueReport["failed_requests"] }) =>
  requests.length === 0 ? (
    <EmptyState>{t("No failed requests.")}</EmptyState>
  ) : (
    <ResponsiveTable columns={[t("Finished"), t("Type"), t("Error"), t("Account"), t("Request")]}>
      {requests.map((request) => (
        <tr key={request.request_id}>
          <td data-label={t("Finished")}>{formatDateTime(request.finished_at)}</td>
          <td data-label={t("Type")}>{types[request.request_type]}</td>
          <td className="long" data-label={t("Error")}>
            {request.message}
            <p className="soft small">
              <code>{request.code}</code>
            </p>
          </td>
          <td data-label={t("Account")}>
            {request.user_id === null ? (
              t("Demo")
            ) : (
              <Link href={accountPath(request.user_id)}>{request.user_name ?? closedAccount}</Link>
            )}
          </td>
          <td className="long" data-label={t("Request")}>
            <RequestId request={request} />
          </td>
        </tr>
      ))}
    </ResponsiveTable>
  );

/** How much work there is, as it changes. */
export function Queues() {
  const { data, error, refetch } = useApi("GET /v1/admin/queues", {}, { refetchInterval: refetchMs });
  return (
    <>
      <PageHeading title={t("Queues")} />
      <p>
        {t(
          "Unfinished work, counted in the database and updated every few seconds. Delayed work will be retried after a pause.",
        )}
      </p>
      {error !== null && <ErrorNotice error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <Loading />}
      {data !== undefined && (
        <>
          <section className="card" aria-label={t("Work")}>
            <Work queues={data.queues} />
          </section>
          <LiveWorkers />
          <QueueTrends />
          <section className="card" aria-labelledby="failed-title">
            <h2 id="failed-title">{t("Latest failed requests")}</h2>
            <Failed requests={data.failed_requests} />
          </section>
        </>
      )}
    </>
  );
}
