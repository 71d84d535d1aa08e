import { Dialog } from "@base-ui/react/dialog";
import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { Link } from "wouter";
import type { Batch } from "#web/api/types.ts";
import { formatDateTime, formatNumber } from "#web/format.ts";
import { QueryBoundary } from "#web/components/notice.tsx";
import { requestPath } from "#web/components/requests/request-status.tsx";
import { ResponsiveTable } from "#web/components/responsive-table.tsx";
import { t } from "#web/messages/translate.ts";
import { type BatchResult, readBatchResults } from "./read-batch-results.ts";

/** The most recordings that are shown: the file of the results has all. */
const shownMax = 200;
/** Milliseconds between two looks at a batch that is in work: its results have the transcripts, too. */
const [runningMs, largeMs] = [5_000, 60_000];
/** Recordings of a large batch. */
const manyRecordings = 20;

const states: Readonly<Record<BatchResult["status"], { readonly name: string; readonly state: string }>> = {
  waiting: { name: t("queued"), state: "queued" },
  running: { name: t("processing"), state: "processing" },
  completed: { name: t("completed"), state: "completed" },
  failed: { name: t("failed"), state: "failed" },
  cancelled: { name: t("cancelled"), state: "cancelled" },
};

/** The file name of a recording; its own id, else its number, where it has none. */
const nameOf = ({ file_name: file, custom_id: id, index }: BatchResult): string =>
  file ?? id ?? t("Recording {number}", { number: formatNumber(index + 1) });

const Recording = ({ result }: { readonly result: BatchResult }) => {
  const { request_id: requestId, status, error } = result;
  return (
    <tr>
      <td className="long" data-label={t("Recording")}>
        {requestId === null ? nameOf(result) : <Link href={requestPath(requestId)}>{nameOf(result)}</Link>}
      </td>
      <td className="long" data-label={t("Status")}>
        <span className="badge" data-state={states[status].state}>
          {states[status].name}
        </span>
        {error !== null && <p className="soft">{error.message}</p>}
      </td>
    </tr>
  );
};

interface RecordingsProps {
  readonly batch: Batch;
}

function Recordings({ batch: { batch_id: id, total, finished_at: finishedAt } }: RecordingsProps) {
  const results = useQuery({
    queryKey: ["GET /v1/speech/batches", id, "results", finishedAt],
    queryFn: ({ signal }) => readBatchResults(id, { max: shownMax, signal }),
    refetchInterval: finishedAt === null && (total > manyRecordings ? largeMs : runningMs),
  });
  return (
    <QueryBoundary query={results}>
      {(shown) => (
        <>
          <ResponsiveTable columns={[t("Recording"), t("Status")]}>
            {shown.map((result) => (
              <Recording key={result.index} result={result} />
            ))}
          </ResponsiveTable>
          {total > shown.length && (
            <p className="hint">
              {t("The first {shown} of {total}. The file of the results has all.", {
                shown: formatNumber(shown.length),
                total: formatNumber(total),
              })}
            </p>
          )}
        </>
      )}
    </QueryBoundary>
  );
}

/** A button for the recordings of a batch, which a drawer shows: each with its name, the reason of a failure, and the way to its result. */
export const BatchRecordings = ({ batch }: RecordingsProps) => (
  <Dialog.Root>
    <Dialog.Trigger
      className="button quiet"
      aria-label={t("Recordings of the batch of {created}", { created: formatDateTime(batch.created_at) })}
    >
      {t("Recordings")}
    </Dialog.Trigger>
    <Dialog.Portal>
      <Dialog.Backdrop className="backdrop" />
      <Dialog.Popup className="dialog drawer">
        <div className="row between">
          <Dialog.Title className="dialog-title">{t("Recordings")}</Dialog.Title>
          <Dialog.Close className="button quiet icon" aria-label={t("Close")}>
            <X aria-hidden="true" size={18} />
          </Dialog.Close>
        </div>
        <Recordings batch={batch} />
      </Dialog.Popup>
    </Dialog.Portal>
  </Dialog.Root>
);
