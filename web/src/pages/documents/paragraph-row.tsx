import { Play, X } from "lucide-react";
import { useState } from "react";
import type { Document, NewChapter, Paragraph } from "#web/api/types.ts";
import { useApi } from "#web/api/use-api.ts";
import { formatCount, formatDuration } from "#web/format.ts";
import { QueryBoundary } from "#web/components/notice.tsx";
import { SpokenResult } from "#web/components/result/spoken-result.tsx";
import { t } from "#web/messages/translate.ts";
import { ParagraphState } from "./document-state.tsx";
import type { Place } from "./document-parts.ts";
import { ParagraphEditor } from "./paragraph-editor.tsx";
import { isSettled } from "./use-document.ts";

interface ParagraphRowProps {
  readonly document: Document;
  readonly paragraph: Paragraph;
  readonly place: Place;
  /** True while it is heard. */
  readonly heard: boolean;
  readonly isBusy: boolean;
  readonly onPlay: (on: boolean) => void;
  /** Called when it was heard to its end. */
  readonly onEnded: () => void;
  readonly onSpeak: () => void;
  readonly onChange: (chapters: readonly NewChapter[]) => Promise<unknown>;
}

interface SoundProps {
  readonly requestId: string;
  readonly label: string;
  readonly onEnded: () => void;
}

/** The audio of a paragraph, with its words. */
function Sound({ requestId, label, onEnded }: SoundProps) {
  const request = useApi("GET /v1/speech/requests/{request_id}", { path: { request_id: requestId } });
  return (
    <QueryBoundary query={request}>
      {(known) =>
        known.request_type === "tts" && <SpokenResult request={known} label={label} onEnded={onEnded} autoPlay />
      }
    </QueryBoundary>
  );
}

/** The state, the length and the cost of a paragraph in a line. */
function Details({ paragraph, cost }: { readonly paragraph: Paragraph; readonly cost: string }) {
  const { duration_seconds: seconds } = paragraph;
  return (
    <div className="standing">
      <ParagraphState paragraph={paragraph} />
      <span className="hint">
        {seconds === null ? "" : `${formatDuration(seconds)} · `}
        {cost}
      </span>
    </div>
  );
}

interface ActionsProps extends Pick<ParagraphRowProps, "paragraph" | "heard" | "isBusy" | "onPlay" | "onSpeak"> {
  /** The number of the paragraph in its chapter, from 1. */
  readonly number: number;
  readonly cost: string;
  readonly isEdited: boolean;
  readonly onEdit: (on: boolean) => void;
}

function Actions({ paragraph, number, cost, heard, isBusy, isEdited, onPlay, onSpeak, onEdit }: ActionsProps) {
  const { status } = paragraph;
  const [speak, speakIt] = isSettled(paragraph)
    ? [t("Speak again"), t("Speak again: paragraph {number}, for {cost}", { number, cost })]
    : [t("Speak"), t("Speak: paragraph {number}, for {cost}", { number, cost })];
  return (
    <span className="row-actions">
      {status === "spoken" && (
        <button
          type="button"
          className="button plain icon"
          aria-expanded={heard}
          aria-label={
            heard ? t("Close the player of paragraph {number}", { number }) : t("Play paragraph {number}", { number })
          }
          onClick={() => onPlay(!heard)}
        >
          {heard ? <X aria-hidden="true" /> : <Play aria-hidden="true" />}
        </button>
      )}
      {status !== "queued" && status !== "processing" && (
        <button type="button" className="button plain" disabled={isBusy} aria-label={speakIt} onClick={onSpeak}>
          {speak}
        </button>
      )}
      <button
        type="button"
        className="button plain"
        aria-expanded={isEdited}
        aria-label={t("Edit paragraph {number}", { number })}
        onClick={() => onEdit(!isEdited)}
      >
        {t("Edit")}
      </button>
    </span>
  );
}

/** A paragraph: its text, how far it is, its audio while it is heard, and its fields while it is changed. */
export function ParagraphRow({ document, paragraph, place, onEnded, onChange, ...actions }: ParagraphRowProps) {
  const [isEdited, setEdited] = useState(false);
  const { request_id: requestId, text } = paragraph;
  const number = place.paragraph + 1;
  const cost = formatCount(paragraph.characters, "credit");
  return (
    <li className="paragraph" aria-label={t("Paragraph {number}", { number })}>
      <div className="paragraph-head">
        <Details paragraph={paragraph} cost={cost} />
        <Actions
          {...actions}
          paragraph={paragraph}
          number={number}
          cost={cost}
          isEdited={isEdited}
          onEdit={setEdited}
        />
      </div>
      {isEdited ? (
        <ParagraphEditor
          document={document}
          paragraph={paragraph}
          place={place}
          onChange={onChange}
          onDone={() => setEdited(false)}
        />
      ) : actions.heard && requestId !== null ? (
        <Sound
          key={requestId}
          requestId={requestId}
          label={t("Speech of paragraph {number}", { number })}
          onEnded={onEnded}
        />
      ) : (
        <p className="written" lang={document.language ?? undefined}>
          {text}
        </p>
      )}
    </li>
  );
}
