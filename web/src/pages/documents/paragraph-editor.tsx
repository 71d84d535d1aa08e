import { useState } from "react";
import { fieldProblem, isFieldProblem } from "#web/api/problem.ts";
import type { Document, NewChapter, Paragraph } from "#web/api/types.ts";
import { useApiMutation } from "#web/api/use-api.ts";
import { ConfirmDialog } from "#web/components/confirm-dialog.tsx";
import { TextField } from "#web/components/field.tsx";
import { Form } from "#web/components/form.tsx";
import { excessOf, lengthWords } from "#web/components/text-length.ts";
import { VoicePicker } from "#web/components/voices/voice-picker.tsx";
import { WorkError } from "#web/components/work-error.tsx";
import { t } from "#web/messages/translate.ts";
import { insertParagraphs, moveParagraph, type Place, removeParagraph } from "./document-parts.ts";
import { staleDocuments } from "./use-document.ts";

/** The most characters of a paragraph, as the API has it. */
const maxCharacters = 5_000;

interface ParagraphEditorProps {
  readonly document: Document;
  readonly paragraph: Paragraph;
  readonly place: Place;
  readonly onChange: (chapters: readonly NewChapter[]) => Promise<unknown>;
  readonly onDone: () => void;
}

interface AddFormProps {
  readonly onAdd: (text: string) => void;
  readonly onCancel: () => void;
}

function AddForm({ onAdd, onCancel }: AddFormProps) {
  const [text, setText] = useState("");
  return (
    <Form onSubmit={() => onAdd(text)}>
      <TextField
        label={t("New paragraphs")}
        value={text}
        onChange={setText}
        hint={t("They come behind this one. An empty line ends a paragraph.")}
        render={<textarea rows={4} />}
      />
      <div className="row center">
        <button type="submit" className="button" disabled={text.trim() === ""}>
          {t("Add")}
        </button>
        <button type="button" className="button quiet" onClick={onCancel}>
          {t("Cancel")}
        </button>
      </div>
    </Form>
  );
}

/** Moving and deleting a paragraph, and adding others behind it. */
function PlaceActions({ document, place, onChange, onDone }: Omit<ParagraphEditorProps, "paragraph">) {
  const [isAdding, setAdding] = useState(false);
  const chapters = document.chapters ?? [];
  const count = chapters[place.chapter]?.paragraphs.length ?? 0;
  const change = (next: readonly NewChapter[]): void => void onChange(next).then(onDone, () => undefined);
  if (isAdding) {
    return (
      <AddForm onAdd={(text) => change(insertParagraphs(chapters, place, text))} onCancel={() => setAdding(false)} />
    );
  }
  return (
    <div className="row center">
      <button
        type="button"
        className="button quiet"
        disabled={place.paragraph === 0}
        onClick={() => change(moveParagraph(chapters, place, -1))}
      >
        {t("Move up")}
      </button>
      <button
        type="button"
        className="button quiet"
        disabled={place.paragraph === count - 1}
        onClick={() => change(moveParagraph(chapters, place, 1))}
      >
        {t("Move down")}
      </button>
      <button type="button" className="button quiet" onClick={() => setAdding(true)}>
        {t("Add below")}
      </button>
      {(count > 1 || chapters.length > 1) && (
        <ConfirmDialog
          trigger={t("Delete")}
          title={t("Delete this paragraph?")}
          action={t("Delete paragraph")}
          onConfirm={() => onChange(removeParagraph(chapters, place)).then(onDone)}
        >
          <p>
            {count === 1
              ? t(
                  "It is taken out of the document, and its chapter with it. Audio that was spoken stays in the history. This cannot be undone.",
                )
              : t(
                  "It is taken out of the document. Audio that was spoken stays in the history. This cannot be undone.",
                )}
          </p>
        </ConfirmDialog>
      )}
    </div>
  );
}

/** The text and the voice of a paragraph, and its place. */
export function ParagraphEditor({ document, paragraph, onDone, ...place }: ParagraphEditorProps) {
  const [text, setText] = useState(paragraph.text);
  const [voiceId, setVoiceId] = useState(paragraph.voice_id ?? "");
  const { mutate, error, isPending } = useApiMutation(
    "PATCH /v1/documents/{document_id}/paragraphs/{paragraph_id}",
    staleDocuments,
  );
  const path = { document_id: document.document_id, paragraph_id: paragraph.paragraph_id };
  const save = (): void =>
    mutate({ path, body: { text, voice_id: voiceId === "" ? null : voiceId } }, { onSuccess: onDone });
  const excess = excessOf(text, maxCharacters);
  return (
    <div className="paragraph-editor">
      <Form onSubmit={save}>
        <TextField
          label={t("Text")}
          value={text}
          onChange={setText}
          hint={t("{length}. Saving speaks nothing and costs nothing.", { length: lengthWords(text, maxCharacters) })}
          problem={excess ?? fieldProblem(error, "text")}
          render={<textarea rows={4} />}
        />
        <div className="row center">
          <VoicePicker
            label={t("Voice of this paragraph")}
            language={document.language ?? ""}
            value={voiceId}
            onChange={setVoiceId}
            placeholder={t("That of its speaker, or of the document")}
            problem={fieldProblem(error, "voice_id")}
          />
          {voiceId !== "" && (
            <button type="button" className="button quiet" onClick={() => setVoiceId("")}>
              {t("Take the document’s voice")}
            </button>
          )}
        </div>
        {error !== null && !isFieldProblem(error) && <WorkError error={error} retry={save} />}
        <div className="row center">
          <button type="submit" className="button" disabled={isPending || excess !== undefined}>
            {t("Save")}
          </button>
          <button type="button" className="button quiet" onClick={onDone}>
            {t("Cancel")}
          </button>
        </div>
      </Form>
      <PlaceActions document={document} onDone={onDone} {...place} />
    </div>
  );
}
