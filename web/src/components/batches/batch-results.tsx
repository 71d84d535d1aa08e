import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import type { Batch } from "#web/api/types.ts";
import { useApi } from "#web/api/use-api.ts";
import { formatNumber } from "#web/format.ts";
import { QueryBoundary } from "#web/components/notice.tsx";
import { requestPath, RequestStatus } from "#web/components/requests/request-status.tsx";
import { ResponsiveTable } from "#web/components/responsive-table.tsx";
import { t } from "#web/messages/translate.ts";
import { BatchDownloads } from "./batch-downloads.tsx";
import { type BatchResult, readBatchResults } from "./read-batch-results.ts";

/** The most recordings that are shown: the file of the results has all. */
const shownMax = 200;
/** Milliseconds between two looks at a batch that is in work: its results have the transcripts, too. */
const [runningMs, largeMs] = [3_000, 60_000];
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

const Status = ({ result: { status, error } }: { readonly result: BatchResult }) => (
  <>
    <span className="badge" data-state={states[status].state}>
      {states[status].name}
    </span>
    {error !== null && <p className="soft">{error.message}</p>}
  </>
);

/** The progress of a recording that is being transcribed. */
function RunningStatus({ result, requestId }: { readonly result: BatchResult; readonly requestId: string }) {
  const { data } = useApi(
    "GET /v1/speech/requests/{request_id}",
    { path: { request_id: requestId } },
    { refetchInterval: runningMs },
  );
  return data === undefined ? <Status result={result} /> : <RequestStatus request={data} />;
}

interface RecordingProps {
  readonly result: BatchResult;
  /** Whether its own progress is asked for. */
  readonly isFollowed: boolean;
}

const Recording = ({ result, isFollowed }: RecordingProps) => {
  const { request_id: requestId, status, credits_consumed: credits } = result;
  return (
    <tr>
      <td className="long" data-label={t("Recording")}>
        {requestId === null ? nameOf(result) : <Link href={requestPath(requestId)}>{nameOf(result)}</Link>}
      </td>
      <td data-label={t("Credits")}>{status === "completed" ? formatNumber(credits) : "–"}</td>
      <td className="long" data-label={t("Status")}>
        {isFollowed && requestId !== null && status === "running" ? (
          <RunningStatus result={result} requestId={requestId} />
        ) : (
          <Status result={result} />
        )}
      </td>
    </tr>
  );
};

/** The recordings of a batch: each with its name, its progress or the reason of a failure, and the way to its result; and all transcripts as files. */
export function BatchResults({ batch }: { readonly batch: Batch }) {
  const { batch_id: id, total, finished_at: finishedAt } = batch;
  const isLarge = total > manyRecordings;
  const results = useQuery({
    queryKey: ["GET /v1/speech/batches", id, "results", finishedAt],
    queryFn: ({ signal }) => readBatchResults(id, { max: shownMax, signal }),
    refetchInterval: finishedAt === null && (isLarge ? largeMs : runningMs),
  });
  return (
    <QueryBoundary query={results}>
      {(shown) => (
        <>
          <ResponsiveTable columns={[t("Recording"), t("Credits"), t("Status")]}>
            {shown.map((result) => (
              <Recording key={result.index} result={result} isFollowed={!isLarge} />
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
          <BatchDownloads batch={batch} />
        </>
      )}
    </QueryBoundary>
  );
}
