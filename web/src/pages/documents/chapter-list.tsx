import { Dialog } from "@base-ui/react/dialog";
import { useState } from "react";
import { Link } from "wouter";
import { fieldProblem, isFieldProblem } from "#web/api/problem.ts";
import type { Chapter, Document } from "#web/api/types.ts";
import { useApiMutation } from "#web/api/use-api.ts";
import { formatNumber } from "#web/format.ts";
import { DialogActions } from "#web/components/dialog-actions.tsx";
import { TextField } from "#web/components/field.tsx";
import { Form } from "#web/components/form.tsx";
import { WorkError } from "#web/components/work-error.tsx";
import { t } from "#web/messages/translate.ts";
import { addChapter } from "./document-parts.ts";
import { documentPath, staleDocuments } from "./use-document.ts";

interface AddFormProps {
  readonly document: Document;
  readonly onAdded: () => void;
}

function AddForm({ document: { document_id, chapters }, onAdded }: AddFormProps) {
  const [title, setTitle] = useState("");
  const [text, setText] = useState("");
  const { mutate, error, isPending } = useApiMutation("PATCH /v1/documents/{document_id}", staleDocuments);
  const submit = (): void =>
    mutate(
      { path: { document_id }, body: { chapters: addChapter(chapters ?? [], title, text) } },
      { onSuccess: onAdded },
    );
  return (
    <Form onSubmit={submit}>
      <TextField label={t("Title")} value={title} onChange={setTitle} autoComplete="off" required />
      <TextField
        label={t("Text")}
        value={text}
        onChange={setText}
        hint={t("The title is spoken first. An empty line ends a paragraph.")}
        problem={fieldProblem(error, "chapters")}
        render={<textarea rows={8} />}
      />
      {error !== null && !isFieldProblem(error) && <WorkError error={error} retry={submit} />}
      <DialogActions action={t("Add chapter")} disabled={isPending || title.trim() === ""} />
    </Form>
  );
}

function AddChapter({ document }: { readonly document: Document }) {
  const [open, setOpen] = useState(false);
  return (
    <Dialog.Root open={open} onOpenChange={setOpen} disablePointerDismissal>
      <Dialog.Trigger className="button quiet">{t("Add chapter")}</Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog">
          <Dialog.Title className="dialog-title">{t("Add a chapter")}</Dialog.Title>
          <AddForm document={document} onAdded={() => setOpen(false)} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const spokenOf = ({ paragraphs }: Chapter): string => {
  const spoken = paragraphs.filter(({ status }) => status === "spoken").length;
  return t("{spoken} of {total} spoken", {
    spoken: formatNumber(spoken),
    total: formatNumber(paragraphs.length),
  });
};

interface ChapterListProps {
  readonly document: Document;
  /** The number of the chapter that is shown, from 0. */
  readonly at: number;
}

/** The way from one chapter to another. */
export const ChapterList = ({ document, at }: ChapterListProps) => (
  <div className="card chapters">
    <nav aria-label={t("Chapters")}>
      <ol className="plain">
        {(document.chapters ?? []).map((chapter, index) => (
          // Chapters have no ids, and may have the same titles.
          <li key={index}>
            <Link
              href={`${documentPath(document.document_id)}${index === 0 ? "" : `?chapter=${index + 1}`}`}
              aria-current={index === at ? "page" : undefined}
            >
              <span>{chapter.title}</span>
              <span className="hint">{spokenOf(chapter)}</span>
            </Link>
          </li>
        ))}
      </ol>
    </nav>
    <AddChapter document={document} />
  </div>
);
