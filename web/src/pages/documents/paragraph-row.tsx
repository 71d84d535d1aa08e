import { Play, Square } from "lucide-react";
import { useState } from "react";
import type { Document, NewChapter, Paragraph } from "#web/api/types.ts";
import { useApi } from "#web/api/use-api.ts";
import { formatDuration } from "#web/format.ts";
import { QueryBoundary } from "#web/components/notice.tsx";
import { SpokenResult } from "#web/components/result/spoken-result.tsx";
import { t } from "#web/messages/translate.ts";
import { ParagraphState } from "./document-state.tsx";
import { joinParagraph, moveParagraph, type Place } from "./document-parts.ts";
import { type OpenFields, ParagraphActions } from "./paragraph-actions.tsx";
import { AddBelow, ParagraphEditor, ParagraphVoice } from "./paragraph-editor.tsx";
import { isSettled } from "./use-document.ts";

interface ParagraphRowProps {
  readonly document: Document;
  readonly paragraph: Paragraph;
  /** The price of speaking it, in words. */
  readonly cost: string;
  readonly place: Place;
  /** True while it is heard. */
  readonly heard: boolean;
  readonly isBusy: boolean;
  readonly onPlay: (on: boolean) => void;
  /** Called when it was heard to its end. */
  readonly onEnded: () => void;
  readonly onSpeak: () => void;
  readonly onChange: (chapters: readonly NewChapter[]) => Promise<unknown>;
  readonly onDelete: () => Promise<unknown>;
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

interface DetailsProps extends Pick<ParagraphRowProps, "paragraph" | "cost" | "isBusy" | "onSpeak"> {
  readonly number: number;
}

/** The state, the length and the cost of a paragraph in a line, and a way to speak one without audio. */
function Details({ paragraph, number, cost, isBusy, onSpeak }: DetailsProps) {
  const { duration_seconds: seconds } = paragraph;
  return (
    <div className="standing">
      <ParagraphState paragraph={paragraph} />
      <span className="hint">
        {seconds === null ? "" : `${formatDuration(seconds)} · `}
        {cost}
      </span>
      {!isSettled(paragraph) && (
        <button
          type="button"
          className="button quiet"
          disabled={isBusy}
          aria-label={t("Speak: paragraph {number}, for {cost}", { number, cost })}
          onClick={onSpeak}
        >
          {t("Speak")}
        </button>
      )}
    </div>
  );
}

interface PlayProps extends Pick<ParagraphRowProps, "heard" | "onPlay"> {
  readonly number: number;
}

const PlayButton = ({ number, heard, onPlay }: PlayProps) => (
  <button
    type="button"
    className="preview"
    aria-label={
      heard ? t("Close the player of paragraph {number}", { number }) : t("Play paragraph {number}", { number })
    }
    onClick={() => onPlay(!heard)}
  >
    {heard ? <Square aria-hidden="true" /> : <Play aria-hidden="true" />}
  </button>
);

interface TextProps extends Pick<ParagraphRowProps, "document" | "paragraph"> {
  readonly onEdit: () => void;
}

/** The text of a paragraph; a click on it, which selects nothing of it, opens its field. */
const Text = ({ document, paragraph: { text }, onEdit }: TextProps) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- the menu does the same for the keyboard
  <p
    className="written"
    lang={document.language ?? undefined}
    onClick={() => getSelection()?.isCollapsed !== false && onEdit()}
  >
    {text}
  </p>
);

/** A paragraph: its text, how far it is, its audio while it is heard, and its fields while it is changed. */
export function ParagraphRow({ document, paragraph, place, onEnded, onChange, onDelete, ...own }: ParagraphRowProps) {
  const [open, setOpen] = useState<OpenFields>(null);
  const { request_id: requestId, text } = paragraph;
  const chapters = document.chapters ?? [];
  const count = chapters[place.chapter]?.paragraphs.length ?? 0;
  const number = place.paragraph + 1;
  const fields = { document, paragraph, place, onChange, onDone: () => setOpen(null) };
  const joined = joinParagraph(chapters, place, text);
  // The chapter says why where that fails.
  const change = (after: readonly NewChapter[]): void => void onChange(after).catch(() => undefined);
  return (
    <li className="paragraph" aria-label={t("Paragraph {number}", { number })}>
      <span className="paragraph-play">
        {paragraph.status === "spoken" && <PlayButton number={number} heard={own.heard} onPlay={own.onPlay} />}
      </span>
      <div className="paragraph-body">
        {open === "text" ? (
          <ParagraphEditor {...fields} />
        ) : own.heard && requestId !== null ? (
          <Sound
            key={requestId}
            requestId={requestId}
            label={t("Speech of paragraph {number}", { number })}
            onEnded={onEnded}
          />
        ) : (
          <Text document={document} paragraph={paragraph} onEdit={() => setOpen("text")} />
        )}
        <Details {...own} {...{ paragraph, number }} />
        {open === "voice" && <ParagraphVoice {...fields} />}
        {open === "below" && <AddBelow {...fields} />}
      </div>
      <ParagraphActions
        {...own}
        {...{ paragraph, number, count }}
        onOpen={setOpen}
        onMove={(by) => change(moveParagraph(chapters, place, by))}
        onJoin={joined === null ? null : () => change(joined)}
        onDelete={count > 1 || chapters.length > 1 ? onDelete : null}
      />
    </li>
  );
}
