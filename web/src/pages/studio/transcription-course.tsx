import { problemFromFailure } from "#web/api/problem.ts";
import type { SpeechRequest } from "#web/api/types.ts";
import { ErrorNotice } from "#web/components/notice.tsx";
import { UploadProgress } from "#web/components/upload-progress.tsx";
import { WorkError } from "#web/components/work-error.tsx";
import { formatNumber } from "#web/format.ts";
import { t } from "#web/messages/translate.ts";
import type { Source } from "./use-source.ts";

/** How far it is: what is done of it, or its place in the queue. */
function workingWords(request: SpeechRequest | undefined): string {
  if (request?.status === "processing") return t("Transcribing, {progress} %", { progress: request.progress });
  const place = request?.queue_position ?? null;
  return place === null ? t("Queued") : t("Queued, place {place}", { place: formatNumber(place) });
}

/** The progress of the request, which continues when the page is left. */
const Working = ({ request }: { readonly request: SpeechRequest | undefined }) => (
  <div role="status">
    <div className="progress">
      <progress value={(request?.progress ?? 0) / 100} aria-label={t("Transcribing")} />
      <span>{workingWords(request)}</span>
    </div>
    <p className="hint">{t("You can leave this page; the result will be in your history.")}</p>
  </div>
);

interface CourseProps {
  readonly source: Pick<Source, "transcription" | "batch">;
  /** Sends the recording again. */
  readonly onRetry: () => void;
}

/** How the upload and the work are getting on, or why they ended. */
export function Course({ source: { transcription, batch }, onRetry }: CourseProps) {
  const { sending, request, error, retry, working } = transcription;
  const failure = request?.error ?? null;
  return (
    <>
      {sending.sent !== null && <UploadProgress sent={sending.sent} onStop={sending.stop} />}
      {sending.error !== null && <WorkError error={sending.error} retry={onRetry} />}
      {batch.sent !== null && <UploadProgress sent={batch.sent} onStop={batch.stop} />}
      {batch.error !== null && <WorkError error={batch.error} retry={onRetry} />}
      {working && <Working request={request} />}
      {error !== null && <ErrorNotice error={error} retry={retry} />}
      {failure !== null && <WorkError error={problemFromFailure(failure)} />}
    </>
  );
}
