import type { SpeechRequestPage, SpeechRequestSummary } from "#web/api/types.ts";
import { formatNumber } from "#web/format.ts";
import { isStopped } from "./spoken-part.ts";
import { ProgressBar } from "#web/components/progress-bar.tsx";
import { t } from "#web/messages/translate.ts";

/** The kind of a request, in a word. */
export const requestTypes = { tts: t("Speech"), asr: t("Transcription") } as const;

/** Milliseconds between two questions about a request under way. */
export const progressMs = 1_000;

/** True when something of a list is still to be done. */
export const isInProgress = (page: SpeechRequestPage | undefined): boolean =>
  page?.items.some((request) => request.finished_at === null) ?? false;

/** The page of a request. */
export const requestPath = (requestId: string): string => `/account/history/${requestId}`;

type Progress = Pick<SpeechRequestSummary, "status" | "progress" | "error" | "audio_url"> & {
  /** Its place in the queue, which lists do not tell. */
  readonly queue_position?: number | null;
};

interface RequestStatusProps {
  readonly request: Progress;
}

/** How far a request is, and why it failed. Speech that was cancelled is stopped where what was spoken of it is kept. */
export const RequestStatus = ({
  request: { status, progress, error, audio_url: audio, queue_position: place = null },
}: RequestStatusProps) => (
  <span className="standing">
    <span className="badge" data-state={status}>
      {isStopped({ status, audio_url: audio }) ? t("stopped") : t(status)}
    </span>
    {place !== null && <span className="soft">{t("place {place} in the queue", { place: formatNumber(place) })}</span>}
    {status === "processing" && (
      <>
        <span className="soft">{progress}%</span>
        <ProgressBar share={progress / 100} />
      </>
    )}
    {error !== null && status !== "cancelled" && <span className="soft reason">{error.message}</span>}
  </span>
);
