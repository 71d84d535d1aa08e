import { useEffect } from "react";
import { Link } from "wouter";
import { Problem } from "#web/api/problem.ts";
import type { Batch } from "#web/api/types.ts";
import { useApi } from "#web/api/use-api.ts";
import { countsOf } from "#web/components/batches/batch-counts.ts";
import { BatchResults } from "#web/components/batches/batch-results.tsx";
import { QueryBoundary } from "#web/components/notice.tsx";
import { progressMs } from "#web/components/requests/request-status.tsx";
import { formatCount } from "#web/format.ts";
import { t } from "#web/messages/translate.ts";

const Progress = ({ batch }: { readonly batch: Batch }) => (
  <div role="status">
    {batch.finished_at === null && (
      <div className="progress">
        <progress value={batch.progress / 100} aria-label={t("Transcribing")} />
        <span>{t("Transcribing, {progress} %", { progress: batch.progress })}</span>
      </div>
    )}
    <p className="hint">
      {t("{counts}. Charged so far: {credits}.", {
        counts: countsOf(batch),
        credits: formatCount(batch.credits_consumed, "credit"),
      })}{" "}
      {batch.finished_at === null && t("You can leave this page; the batch goes on.")}
    </p>
  </div>
);

interface BatchCardProps {
  readonly batchId: string;
  readonly onClose: () => void;
}

/** The batch that was sent last, from its first recording to its results; nothing once it is deleted. */
export function BatchCard({ batchId, onClose }: BatchCardProps) {
  const query = useApi(
    "GET /v1/speech/batches/{batch_id}",
    { path: { batch_id: batchId } },
    { refetchInterval: ({ state }) => (typeof state.data?.finished_at === "string" ? false : progressMs) },
  );
  const isDeleted = query.error instanceof Problem && query.error.status === 404;
  useEffect(() => {
    if (isDeleted) onClose();
  }, [isDeleted, onClose]);
  if (isDeleted) return null;
  return (
    <section className="card" aria-labelledby="batch-title">
      <div className="row between">
        <h2 id="batch-title">{t("Batch")}</h2>
        <div className="row">
          <Link className="button quiet" href="/account/history/batches">
            {t("All batches")}
          </Link>
          <button type="button" className="button quiet" onClick={onClose}>
            {t("Close")}
          </button>
        </div>
      </div>
      <QueryBoundary query={query}>
        {(batch) => (
          <>
            <Progress batch={batch} />
            <BatchResults batch={batch} />
          </>
        )}
      </QueryBoundary>
    </section>
  );
}
