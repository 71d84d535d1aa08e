import { Play, Square } from "lucide-react";
import { useState } from "react";
import type { Document, DocumentSpeaker, NewChapter, Paragraph } from "#web/api/types.ts";
import { useApi } from "#web/api/use-api.ts";
import { formatDuration } from "#web/format.ts";
import { t } from "#web/messages/translate.ts";
import { HeardText, type Listening } from "./chapter-player.tsx";
import { ParagraphState } from "./document-state.tsx";
import { joinParagraph, moveParagraph, type Place, saidBy, speakerOf } from "./document-parts.ts";
import { type OpenFields, ParagraphActions } from "./paragraph-actions.tsx";
import { AddBelow, ParagraphEditor, ParagraphVoice } from "./paragraph-editor.tsx";
import { ParagraphText } from "./paragraph-text.tsx";
import { isSettled } from "./use-document.ts";

interface ParagraphRowProps {
  readonly document: Document;
  readonly paragraph: Paragraph;
  /** The price of speaking it, in words. */
  readonly cost: string;
  readonly place: Place;
  /** Null while it is not heard. */
  readonly listening: Listening | null;
  readonly isBusy: boolean;
  readonly onPlay: () => void;
  readonly onSpeak: () => void;
  readonly onChange: (chapters: readonly NewChapter[]) => Promise<unknown>;
  readonly onDelete: () => Promise<unknown>;
}

interface SpeakerChipProps {
  readonly name: string | undefined;
  readonly voiceId: string;
}

/** The name of the speaker of a paragraph, which is not spoken, and of the voice that it has in place of that of the document. */
function SpeakerChip({ name, voiceId }: SpeakerChipProps) {
  const voice = useApi("GET /v1/voices/{voice_id}", { path: { voice_id: voiceId } });
  const voiceName = voice.isError ? t("Not available") : voice.data?.name;
  return <span className="badge">{[name, voiceName].filter((one) => one !== undefined).join(" · ")}</span>;
}

interface DetailsProps extends Pick<ParagraphRowProps, "paragraph" | "cost" | "isBusy" | "onSpeak"> {
  readonly number: number;
  readonly speaker: DocumentSpeaker | undefined;
}

/** The speaker, the state, the length and the cost of a paragraph in a line, and a way to speak one without audio. */
function Details({ paragraph, number, speaker, cost, isBusy, onSpeak }: DetailsProps) {
  const { duration_seconds: seconds } = paragraph;
  const voiceId = paragraph.voice_id ?? speaker?.voice_id;
  return (
    <div className="standing">
      {voiceId !== undefined && <SpeakerChip name={speaker?.name} voiceId={voiceId} />}
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

interface PlayProps extends Pick<ParagraphRowProps, "listening" | "onPlay"> {
  readonly number: number;
}

const PlayButton = ({ number, listening, onPlay }: PlayProps) => (
  <button
    type="button"
    className="preview"
    data-state={listening === null ? "idle" : "playing"}
    aria-label={t(listening === null ? "Play paragraph {number}" : "Stop paragraph {number}", { number })}
    onClick={listening === null ? onPlay : listening.onClose}
  >
    {listening === null ? <Play aria-hidden="true" /> : <Square aria-hidden="true" />}
  </button>
);

/** A paragraph: its text, how far it is, its audio while it is heard, and its fields while it is changed. */
export function ParagraphRow({ document, paragraph, place, listening, onChange, onDelete, ...own }: ParagraphRowProps) {
  const [open, setOpen] = useState<OpenFields>(null);
  const { request_id: requestId, text } = paragraph;
  const chapters = document.chapters ?? [];
  const count = chapters[place.chapter]?.paragraphs.length ?? 0;
  const number = place.paragraph + 1;
  const fields = { document, paragraph, place, onChange, onDone: () => setOpen(null) };
  const isEdited = open === "text";
  const speaker = speakerOf(document.speakers, text);
  const said = saidBy(speaker, text);
  const written = { text: said, language: document.language, onEdit: () => setOpen("text") };
  const joined = joinParagraph(chapters, place, text);
  // The chapter says why where that fails.
  const change = (after: readonly NewChapter[]): void => void onChange(after).catch(() => undefined);
  return (
    <li className="paragraph" data-heard={listening !== null} aria-label={t("Paragraph {number}", { number })}>
      <span className="paragraph-play">
        {paragraph.status === "spoken" && <PlayButton {...{ number, listening }} onPlay={own.onPlay} />}
      </span>
      <div className="paragraph-body">
        {listening !== null && requestId !== null && (
          <HeardText key={requestId} {...written} requestId={requestId} listening={listening} isEdited={isEdited} />
        )}
        {listening === null && !isEdited && <ParagraphText {...written}>{said}</ParagraphText>}
        {isEdited && <ParagraphEditor {...fields} />}
        <Details {...own} {...{ paragraph, number, speaker }} />
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
