import type { Document, Paragraph } from "#web/api/types.ts";
import { useApi, useApiMutation } from "#web/api/use-api.ts";
import { formatCount, formatDuration, formatNumber } from "#web/format.ts";
import { ConfirmDialog } from "#web/components/confirm-dialog.tsx";
import { ErrorNotice } from "#web/components/notice.tsx";
import { WorkError } from "#web/components/work-error.tsx";
import { t } from "#web/messages/translate.ts";
import { speakerOf, speakersIn } from "./document-parts.ts";
import { isSettled, type Price, staleDocuments, usePrice } from "./use-document.ts";

interface SpeakCardProps {
  readonly document: Document;
}

const paragraphsOf = ({ chapters }: Document) => (chapters ?? []).flatMap(({ paragraphs }) => paragraphs);

/** The numbers of paragraphs that are done and left, in words. */
function standingOf({ counts, duration_seconds: seconds }: Document): string {
  const spoken = { spoken: formatNumber(counts.spoken), paragraphs: formatCount(counts.total, "paragraph") };
  const parts = [
    seconds === 0
      ? t("{spoken} of {paragraphs} spoken", spoken)
      : t("{spoken} of {paragraphs} spoken: {length} without pauses", { ...spoken, length: formatDuration(seconds) }),
    counts.running > 0 && t("{number} waiting or being spoken", { number: formatNumber(counts.running) }),
    counts.failed > 0 && t("{number} failed", { number: formatNumber(counts.failed) }),
  ];
  return parts.filter((part) => part !== false).join(", ");
}

/**
 * The voice and the speed of a document. Where no voice is chosen, a paragraph that has been spoken tells the default one, which
 * follows the language of the text.
 */
function Reader({ document }: SpeakCardProps) {
  const { voice_id: id, speed, speakers } = document;
  const isOfDocument = ({ voice_id: own, text }: Paragraph): boolean =>
    own === null && speakerOf(speakers, text) === undefined;
  const spoken = paragraphsOf(document).find((one) => one.status === "spoken" && isOfDocument(one))?.request_id ?? null;
  const chosen = useApi("GET /v1/voices/{voice_id}", { path: { voice_id: id ?? "" } }, { enabled: id !== null });
  const request = useApi(
    "GET /v1/speech/requests/{request_id}",
    { path: { request_id: spoken ?? "" } },
    { enabled: id === null && spoken !== null },
  );
  const usual = request.data?.request_type === "tts" ? request.data.voice?.name : undefined;
  const voice = id === null ? (usual ?? t("Default")) : chosen.isError ? t("Not available") : chosen.data?.name;
  if (voice === undefined) return null;
  return <p className="soft">{t("Voice: {voice}, {speed}×", { voice, speed: speed.toFixed(2) })}</p>;
}

/** Names that paragraphs begin with as speakers do, but that have no voices: they are read aloud. */
function UnknownSpeakers({ document: { chapters, speakers } }: SpeakCardProps) {
  const known = new Set(speakers.map(({ name }) => name));
  const names = speakersIn(chapters ?? []).filter((name) => !known.has(name));
  if (names.length === 0) return null;
  return (
    <p className="hint">
      {t("Read aloud with the text: {names}. For speakers, choose their voices in Voice and settings.", {
        names: names.join(", "),
      })}
    </p>
  );
}

/** The numbers of paragraphs that are done and left, with a way to stop while some wait. */
function Progress({ document }: SpeakCardProps) {
  const { document_id, counts } = document;
  const { mutate, error, isPending } = useApiMutation("POST /v1/documents/{document_id}/cancel", staleDocuments);
  return (
    <>
      <div className="progress">
        <progress value={counts.spoken / counts.total} aria-label={t("Paragraphs spoken")} />
        <span>{standingOf(document)}</span>
        {counts.running > 0 && (
          <button
            type="button"
            className="button quiet"
            disabled={isPending}
            onClick={() => mutate({ path: { document_id } })}
          >
            {t("Stop")}
          </button>
        )}
      </div>
      <p role="status" className="visually-hidden">
        {counts.running > 0 ? t("Speaking…") : counts.spoken === counts.total ? t("All paragraphs are spoken.") : ""}
      </p>
      {error !== null && <ErrorNotice error={error} />}
    </>
  );
}

/** The credits that were charged, the cost of what is being spoken and of what is left, and the credits that remain where they are known. */
function Cost({ document, price }: SpeakCardProps & { readonly price: Price }) {
  const usage = useApi("GET /v1/usage", {});
  const remaining = usage.data?.credits.tts_remaining;
  const paragraphs = paragraphsOf(document);
  const running = paragraphs.filter(({ status }) => status === "queued" || status === "processing");
  const left = paragraphs.filter((one) => !isSettled(one));
  const { credits_charged: charged } = document;
  const sentences = [
    charged > 0 && t("In all it has cost {cost}.", { cost: formatCount(charged, "credit") }),
    running.length > 0 &&
      t("What is being spoken costs up to {cost}; what is stopped while it waits costs nothing.", {
        cost: price(running),
      }),
    left.length > 0 &&
      (remaining === undefined
        ? t("What is left costs {cost}.", { cost: price(left) })
        : t("What is left costs {cost} of {remaining} remaining.", {
            cost: price(left),
            remaining: formatNumber(remaining),
          })),
  ];
  return <p className="hint">{sentences.filter((sentence) => sentence !== false).join(" ")}</p>;
}

/** The progress of a document, its cost, and a way to speak all of it. */
export function SpeakCard({ document }: SpeakCardProps) {
  const { document_id, counts, characters_left: left } = document;
  const speak = useApiMutation("POST /v1/documents/{document_id}/speak", staleDocuments);
  const price = usePrice(document);
  const path = { document_id };
  const speakLeft = (): void => speak.mutate({ path, body: {} });
  const all = paragraphsOf(document);
  const speakAgain = () => speak.mutateAsync({ path, body: { paragraph_ids: all.map(({ paragraph_id: id }) => id) } });
  return (
    <section className="card" aria-labelledby="speech-title">
      <h2 id="speech-title">{t("Speech")}</h2>
      <Reader document={document} />
      <UnknownSpeakers document={document} />
      <Progress document={document} />
      <Cost document={document} price={price} />
      {speak.error !== null && <WorkError error={speak.error} retry={speakLeft} />}
      <div className="row center">
        {left > 0 && (
          <button type="button" className="button" disabled={speak.isPending} onClick={speakLeft}>
            {counts.spoken + counts.running === 0 ? t("Speak all") : t("Speak what is left")}
          </button>
        )}
        {counts.spoken === counts.total && (
          <ConfirmDialog
            trigger={t("Speak all again")}
            harmless
            title={t("Speak all of it again?")}
            action={t("Speak all again")}
            keep={t("Cancel")}
            onConfirm={speakAgain}
          >
            <p>
              {t("All {paragraphs} have audio. Speaking them again costs {cost}.", {
                paragraphs: formatCount(counts.total, "paragraph"),
                cost: price(all),
              })}
            </p>
          </ConfirmDialog>
        )}
        {counts.spoken > 0 && (
          <a className="button quiet" href="#files">
            {t("Export")}
          </a>
        )}
      </div>
    </section>
  );
}
