import { useState } from "react";
import type { Document, NewChapter, Paragraph } from "#web/api/types.ts";
import { useApi } from "#web/api/use-api.ts";
import { formatDuration } from "#web/format.ts";
import { QueryBoundary } from "#web/components/notice.tsx";
import { SpokenResult } from "#web/components/result/spoken-result.tsx";
import { t } from "#web/messages/translate.ts";
import { ParagraphState } from "./document-state.tsx";
import { moveParagraph, type Place } from "./document-parts.ts";
import { type OpenFields, ParagraphActions } from "./paragraph-actions.tsx";
import { AddBelow, ParagraphEditor, ParagraphVoice } from "./paragraph-editor.tsx";

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

/** A paragraph: its text, how far it is, its audio while it is heard, and its fields while it is changed. */
export function ParagraphRow({
  document,
  paragraph,
  place,
  onEnded,
  onChange,
  onDelete,
  ...actions
}: ParagraphRowProps) {
  const [open, setOpen] = useState<OpenFields>(null);
  const { request_id: requestId, text } = paragraph;
  const chapters = document.chapters ?? [];
  const count = chapters[place.chapter]?.paragraphs.length ?? 0;
  const number = place.paragraph + 1;
  const fields = { document, paragraph, place, onChange, onDone: () => setOpen(null) };
  // The chapter says why where that fails.
  const move = (by: -1 | 1): void => void onChange(moveParagraph(chapters, place, by)).catch(() => undefined);
  return (
    <li className="paragraph" aria-label={t("Paragraph {number}", { number })}>
      <div className="paragraph-head">
        <Details paragraph={paragraph} cost={actions.cost} />
        <ParagraphActions
          {...actions}
          {...{ paragraph, number, count, open }}
          onOpen={setOpen}
          onMove={move}
          onDelete={count > 1 || chapters.length > 1 ? onDelete : null}
        />
      </div>
      {open === "text" ? (
        <ParagraphEditor {...fields} />
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
      {open === "voice" && <ParagraphVoice {...fields} />}
      {open === "below" && <AddBelow {...fields} />}
    </li>
  );
}
