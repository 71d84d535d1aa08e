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

const limit = 20;
/** The calls whose answers a batch that ends or goes changes. */
const stale = ["GET /v1/speech/batches", "GET /v1/speech/requests", "GET /v1/usage"] as const;

const statusNames = {
  uploading: "Waiting for files",
  running: "Running",
  cancelling: "Being cancelled",
  completed: "Completed",
  cancelled: "Cancelled",
} as const;

interface RowProps {
  readonly batch: Batch;
}

function BatchActions({ batch }: RowProps) {
  const path = { batch_id: batch.batch_id };
  const created = formatDateTime(batch.created_at);
  const cancel = useApiMutation("POST /v1/speech/batches/{batch_id}/cancel", stale).mutateAsync;
  const remove = useApiMutation("DELETE /v1/speech/batches/{batch_id}", stale).mutateAsync;
  return (
    <span className="row-actions">
      <a
        className="button quiet"
        href={`/v1/speech/batches/${batch.batch_id}/results`}
        download={`batch-${batch.batch_id}.jsonl`}
        aria-label={`Results of the batch of ${created}`}
      >
        Results
      </a>
      {(batch.status === "running" || batch.status === "uploading") && (
        <ConfirmDialog
          trigger="Cancel"
          triggerLabel={`Cancel the batch of ${created}`}
          title="Cancel this batch?"
          action="Cancel batch"
          onConfirm={() => cancel({ path })}
        >
          <p>Recordings that wait are not transcribed, and cost nothing. Those under way go on, and are charged.</p>
        </ConfirmDialog>
      )}
      <ConfirmDialog
        trigger="Delete"
        triggerLabel={`Delete the batch of ${created}`}
        title="Delete this batch?"
        action="Delete batch"
        onConfirm={() => remove({ path })}
      >
        <p>
          The batch with {formatCount(batch.total, "recording")} and all of its transcripts is deleted.
          {batch.finished_at === null && " Recordings under way stop, and cost the share that was done."} This cannot be
          undone.
        </p>
      </ConfirmDialog>
    </span>
  );
}

/** The counts of a batch that are not zero. */
const countsOf = ({ waiting, running, completed, failed, cancelled }: Batch): string =>
  Object.entries({ completed, failed, cancelled, running, waiting })
    .filter(([, count]) => count > 0)
    .map(([state, count]) => `${formatNumber(count)} ${state}`)
    .join(", ");

const BatchRow = ({ batch }: RowProps) => (
  <tr>
    <td data-label="Created">{formatDateTime(batch.created_at)}</td>
    <td data-label="Recordings">
      {formatNumber(batch.total)}
      <p className="soft">{countsOf(batch)}</p>
    </td>
    <td data-label="Status">
      {statusNames[batch.status]}
      {batch.finished_at === null && batch.status !== "uploading" && (
        <>
          <progress
            value={batch.progress / 100}
            aria-label={`Progress of the batch of ${formatDateTime(batch.created_at)}`}
          />
          {` ${batch.progress} %`}
        </>
      )}
    </td>
    <td data-label="Credits">{formatNumber(batch.credits_consumed)}</td>
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
      <PageHeading title="Batches">
        <Link className="button quiet" href="/account/history">
          All requests
        </Link>
      </PageHeading>
      <p>
        Many recordings that were sent by one call, at a lower price. <a href="/docs/batches">How to send a batch</a>
      </p>
      <section className="card" aria-label="Batches">
        <QueryBoundary query={batches}>
          {(list) =>
            list.items.length === 0 && page === 1 ? (
              <EmptyState>No batches yet.</EmptyState>
            ) : (
              <>
                <ResponsiveTable columns={["Created", "Recordings", "Status", "Credits"]} actions>
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
