import { Link } from "wouter";
import type { Batch } from "#web/api/types.ts";
import { useApi, useApiMutation } from "#web/api/use-api.ts";
import { formatCount, formatDateTime, formatNumber } from "#web/format.ts";
import { ConfirmDialog } from "#web/components/confirm-dialog.tsx";
import { EmptyState, QueryBoundary } from "#web/components/notice.tsx";
import { PageHeading } from "#web/components/page-heading.tsx";
import { Pager } from "#web/components/pager.tsx";
import { progressMs } from "#web/components/requests/request-status.tsx";
import { ResponsiveTable } from "#web/components/responsive-table.tsx";
import { useUrlState } from "#web/components/use-url-state.ts";
import { BatchRecordings } from "./batch-recordings.tsx";
import { countsOf } from "#web/components/batches/batch-counts.ts";
import { type Message, t } from "#web/messages/translate.ts";

const limit = 20;
/** The calls whose answers a batch that ends or goes changes. */
const stale = ["GET /v1/speech/batches", "GET /v1/speech/requests", "GET /v1/usage"] as const;

const statusNames = {
  uploading: t("Waiting for files"),
  running: t("Running"),
  cancelling: t("Being cancelled"),
  completed: t("Completed"),
  cancelled: t("Cancelled"),
} as const;

interface RowProps {
  readonly batch: Batch;
}

/** True once all recordings of a batch that runs have ended: its own end follows in a moment. */
const isEnding = ({ status, running, waiting, total }: Batch): boolean =>
  status === "running" && total > 0 && running + waiting === 0;

/** The effect of deleting a batch, in sentences. */
const deletion = {
  running:
    "The batch with {recordings} and all of its transcripts is deleted. Recordings under way stop, and cost the share that was done. This cannot be undone.",
  finished: "The batch with {recordings} and all of its transcripts is deleted. This cannot be undone.",
} as const satisfies Readonly<Record<string, Message>>;

function BatchActions({ batch }: RowProps) {
  const path = { batch_id: batch.batch_id };
  const created = formatDateTime(batch.created_at);
  const cancel = useApiMutation("POST /v1/speech/batches/{batch_id}/cancel", stale).mutateAsync;
  const remove = useApiMutation("DELETE /v1/speech/batches/{batch_id}", stale).mutateAsync;
  return (
    <span className="row-actions">
      <BatchRecordings batch={batch} />
      <a
        className="button quiet"
        href={`/v1/speech/batches/${batch.batch_id}/results`}
        download={`batch-${batch.batch_id}.jsonl`}
        aria-label={t("Results of the batch of {created}", { created })}
      >
        {t("Results")}
      </a>
      {(batch.status === "uploading" || (batch.status === "running" && !isEnding(batch))) && (
        <ConfirmDialog
          trigger={t("Cancel")}
          triggerLabel={t("Cancel the batch of {created}", { created })}
          title={t("Cancel this batch?")}
          action={t("Cancel batch")}
          onConfirm={() => cancel({ path })}
        >
          <p>
            {t("Recordings that wait are not transcribed, and cost nothing. Those under way go on, and are charged.")}
          </p>
        </ConfirmDialog>
      )}
      <ConfirmDialog
        trigger={t("Delete")}
        triggerLabel={t("Delete the batch of {created}", { created })}
        title={t("Delete this batch?")}
        action={t("Delete batch")}
        onConfirm={() => remove({ path })}
      >
        <p>
          {t(deletion[batch.finished_at === null ? "running" : "finished"], {
            recordings: formatCount(batch.total, "recording"),
          })}
        </p>
      </ConfirmDialog>
    </span>
  );
}

const BatchRow = ({ batch }: RowProps) => (
  <tr>
    <td data-label={t("Created")}>{formatDateTime(batch.created_at)}</td>
    <td data-label={t("Recordings")}>
      {formatNumber(batch.total)}
      <p className="soft">{countsOf(batch)}</p>
    </td>
    <td className="status-cell" data-label={t("Status")}>
      <span className="standing">
        {isEnding(batch) ? t("Completing") : statusNames[batch.status]}
        {batch.finished_at === null && batch.status !== "uploading" && !isEnding(batch) && (
          <>
            <span>{`${batch.progress}\u00a0%`}</span>
            <progress
              value={batch.progress / 100}
              aria-label={t("Progress of the batch of {created}", { created: formatDateTime(batch.created_at) })}
            />
          </>
        )}
      </span>
    </td>
    <td data-label={t("Credits")}>{formatNumber(batch.credits_consumed)}</td>
    <td>
      <BatchActions batch={batch} />
    </td>
  </tr>
);

/** The batches of the account, newest first; those under way show how far they are. */
export function Batches() {
  const { page, setPage } = useUrlState();
  const batches = useApi(
    "GET /v1/speech/batches",
    { query: { page, limit } },
    {
      refetchInterval: ({ state: { data } }) =>
        data?.items.some((batch) => batch.finished_at === null) === true ? progressMs : false,
    },
  );
  return (
    <>
      <PageHeading title={t("Batches")}>
        <Link className="button quiet" href="/account/history">
          {t("All requests")}
        </Link>
      </PageHeading>
      <p>
        {t("Many recordings that were sent together, by the studio or by one call, at a lower price.")}{" "}
        <a href="/docs/batches">{t("How to send a batch")}</a>
      </p>
      <section className="card" aria-label={t("Batches")}>
        <QueryBoundary query={batches}>
          {(list) =>
            list.items.length === 0 && page === 1 ? (
              <EmptyState>{t("No batches yet.")}</EmptyState>
            ) : (
              <>
                <ResponsiveTable columns={[t("Created"), t("Recordings"), t("Status"), t("Credits")]} actions>
                  {list.items.map((batch) => (
                    <BatchRow key={batch.batch_id} batch={batch} />
                  ))}
                </ResponsiveTable>
                <Pager list={list} onPage={setPage} />
              </>
            )
          }
        </QueryBoundary>
      </section>
    </>
  );
}
