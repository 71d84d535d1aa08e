import { useEffect, useRef, useState } from "react";
import { fieldProblem, isFieldProblem } from "#web/api/problem.ts";
import type { Document, NewChapter, Paragraph } from "#web/api/types.ts";
import { useApiMutation } from "#web/api/use-api.ts";
import { TextField } from "#web/components/field.tsx";
import { Form } from "#web/components/form.tsx";
import { excessOf, lengthWords } from "#web/components/text-length.ts";
import { VoicePicker } from "#web/components/voices/voice-picker.tsx";
import { WorkError } from "#web/components/work-error.tsx";
import { t } from "#web/messages/translate.ts";
import { insertParagraphs, joinParagraph, type Place, splitParagraph } from "./document-parts.ts";
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

const onePath = "PATCH /v1/documents/{document_id}/paragraphs/{paragraph_id}";
const pathOf = ({ document, paragraph }: Pick<ParagraphEditorProps, "document" | "paragraph">) => ({
  document_id: document.document_id,
  paragraph_id: paragraph.paragraph_id,
});

/** The fields for new paragraphs behind one. */
export function AddBelow({ document, place, onChange, onDone }: Omit<ParagraphEditorProps, "paragraph">) {
  const [text, setText] = useState("");
  const chapters = document.chapters ?? [];
  // The chapter says why where that fails.
  const add = (): void => void onChange(insertParagraphs(chapters, place, text)).then(onDone, () => undefined);
  return (
    <Form onSubmit={add}>
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
        <button type="button" className="button quiet" onClick={onDone}>
          {t("Cancel")}
        </button>
      </div>
    </Form>
  );
}

/** The voice of a paragraph, which is changed as soon as one is chosen. */
export function ParagraphVoice({
  document,
  paragraph,
  onDone,
}: Pick<ParagraphEditorProps, "document" | "paragraph" | "onDone">) {
  const { mutate, error, isPending } = useApiMutation(onePath, staleDocuments);
  const choose = (voiceId: string | null): void =>
    mutate({ path: pathOf({ document, paragraph }), body: { voice_id: voiceId } }, { onSuccess: onDone });
  return (
    <div className="row center">
      <VoicePicker
        label={t("Voice of this paragraph")}
        language={document.language ?? ""}
        value={paragraph.voice_id ?? ""}
        onChange={choose}
        placeholder={t("Voice of its speaker or of the document")}
        problem={fieldProblem(error, "voice_id")}
      />
      {paragraph.voice_id !== null && (
        <button type="button" className="button quiet" disabled={isPending} onClick={() => choose(null)}>
          {t("Take the document’s voice")}
        </button>
      )}
      {error !== null && !isFieldProblem(error) && <WorkError error={error} />}
    </div>
  );
}

/** The text of a paragraph. An empty line in it makes two of it, and it can be joined with the one before. */
export function ParagraphEditor({ document, paragraph, place, onChange, onDone }: ParagraphEditorProps) {
  const [text, setText] = useState(paragraph.text);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const { mutate, error, isPending } = useApiMutation(onePath, staleDocuments);
  const chapters = document.chapters ?? [];
  const parts = splitParagraph(chapters, place, text);
  const joined = joinParagraph(chapters, place, text);
  // The chapter says why where that fails.
  const change = (after: readonly NewChapter[]): void => void onChange(after).then(onDone, () => undefined);
  const save = (): void =>
    parts === null
      ? mutate({ path: pathOf({ document, paragraph }), body: { text } }, { onSuccess: onDone })
      : change(parts);
  const splitAtCursor = (): void => {
    const at = field.current?.selectionStart ?? 0;
    setText(`${text.slice(0, at).trimEnd()}\n\n${text.slice(at).trimStart()}`);
    field.current?.focus();
  };
  const excess = excessOf(text, maxCharacters);
  return (
    <Form onSubmit={save}>
      <TextField
        label={t("Text")}
        value={text}
        onChange={setText}
        hint={t("{length}. An empty line ends the paragraph. Saving speaks nothing and costs nothing.", {
          length: lengthWords(text, maxCharacters),
        })}
        problem={excess ?? fieldProblem(error, "text")}
        render={<textarea ref={field} rows={4} />}
      />
      {error !== null && !isFieldProblem(error) && <WorkError error={error} retry={save} />}
      <div className="row center">
        <button type="submit" className="button" disabled={isPending || excess !== undefined}>
          {t("Save")}
        </button>
        <button type="button" className="button quiet" onClick={splitAtCursor}>
          {t("Split at the cursor")}
        </button>
        {joined !== null && (
          <button type="button" className="button quiet" onClick={() => change(joined)}>
            {t("Join with the one before")}
          </button>
        )}
        <button type="button" className="button quiet" onClick={onDone}>
          {t("Cancel")}
        </button>
      </div>
    </Form>
  );
}
