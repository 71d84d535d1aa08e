import type { Document } from "#web/api/types.ts";
import { useApi, useApiMutation } from "#web/api/use-api.ts";
import { formatCount, formatDuration, formatNumber } from "#web/format.ts";
import { ConfirmDialog } from "#web/components/confirm-dialog.tsx";
import { ErrorNotice } from "#web/components/notice.tsx";
import { WorkError } from "#web/components/work-error.tsx";
import { costOf, staleDocuments } from "./use-document.ts";

interface SpeakCardProps {
  readonly document: Document;
}

const paragraphsOf = ({ chapters }: Document) => (chapters ?? []).flatMap(({ paragraphs }) => paragraphs);

/** The numbers of paragraphs that are done and left, with a way to stop while some wait. */
function Progress({ document }: SpeakCardProps) {
  const { document_id, counts, duration_seconds: seconds } = document;
  const { mutate, error, isPending } = useApiMutation("POST /v1/documents/{document_id}/cancel", staleDocuments);
  const waiting = counts.running === 0 ? "" : `, ${formatNumber(counts.running)} waiting or being spoken`;
  const failed = counts.failed === 0 ? "" : `, ${formatNumber(counts.failed)} failed`;
  const length = seconds === 0 ? "" : `: ${formatDuration(seconds)}`;
  return (
    <>
      <div className="progress">
        <progress value={counts.spoken / counts.total} aria-label="Paragraphs spoken" />
        <span>
          {formatNumber(counts.spoken)} of {formatCount(counts.total, "paragraph")} spoken{length}
          {waiting}
          {failed}
        </span>
        {counts.running > 0 && (
          <button
            type="button"
            className="button quiet"
            disabled={isPending}
            onClick={() => mutate({ path: { document_id } })}
          >
            Stop
          </button>
        )}
      </div>
      <p role="status" className="visually-hidden">
        {counts.running > 0 ? "Speaking…" : counts.spoken === counts.total ? "All paragraphs are spoken." : ""}
      </p>
      {error !== null && <ErrorNotice error={error} />}
    </>
  );
}

/** The cost of what is spoken, of what is being spoken, and of what is left. */
function Cost({ document }: SpeakCardProps) {
  const usage = useApi("GET /v1/usage", {});
  const remaining = usage.data?.credits.tts_remaining;
  const paragraphs = paragraphsOf(document);
  const spoken = costOf(paragraphs.filter(({ status }) => status === "spoken"));
  const running = costOf(paragraphs.filter(({ status }) => status === "queued" || status === "processing"));
  const left = document.characters_left;
  const rest = remaining === undefined ? "" : ` of ${formatNumber(remaining)} remaining`;
  const sentences = [
    spoken > 0 && `The audio that there is has cost ${formatCount(spoken, "credit")}.`,
    running > 0 &&
      `What is being spoken costs up to ${formatCount(running, "credit")}; what is stopped while it waits costs nothing.`,
    left > 0 && `What is left costs ${formatCount(left, "credit")}${rest}.`,
  ];
  return <p className="hint">{sentences.filter((sentence) => sentence !== false).join(" ")}</p>;
}

/** The progress of a document, its cost, and a way to speak all of it. */
export function SpeakCard({ document }: SpeakCardProps) {
  const { document_id, counts, characters_left: left } = document;
  const speak = useApiMutation("POST /v1/documents/{document_id}/speak", staleDocuments);
  const path = { document_id };
  const speakLeft = (): void => speak.mutate({ path, body: {} });
  const all = paragraphsOf(document);
  const speakAgain = () => speak.mutateAsync({ path, body: { paragraph_ids: all.map(({ paragraph_id: id }) => id) } });
  return (
    <section className="card" aria-labelledby="speech-title">
      <h2 id="speech-title">Speech</h2>
      <Progress document={document} />
      <Cost document={document} />
      {speak.error !== null && <WorkError error={speak.error} retry={speakLeft} />}
      <div className="row center">
        {left > 0 && (
          <button type="button" className="button" disabled={speak.isPending} onClick={speakLeft}>
            {counts.spoken + counts.running === 0 ? "Speak all" : "Speak what is left"}
          </button>
        )}
        {counts.spoken === counts.total && (
          <ConfirmDialog
            trigger="Speak all again"
            triggerClass="button quiet"
            title="Speak all of it again?"
            action="Speak all again"
            keep="Cancel"
            onConfirm={speakAgain}
          >
            <p>
              All {formatCount(counts.total, "paragraph")} have audio. Speaking them again costs{" "}
              {formatCount(costOf(all), "credit")}.
            </p>
          </ConfirmDialog>
        )}
      </div>
    </section>
  );
}
