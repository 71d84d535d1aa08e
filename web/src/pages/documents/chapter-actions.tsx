import { Dialog } from "@base-ui/react/dialog";
import { ArrowDown, ArrowUp, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";
import type { Document, NewChapter } from "#web/api/types.ts";
import { formatCount } from "#web/format.ts";
import { ConfirmDialog } from "#web/components/confirm-dialog.tsx";
import { DialogActions } from "#web/components/dialog-actions.tsx";
import { TextField } from "#web/components/field.tsx";
import { Form } from "#web/components/form.tsx";
import { ErrorNotice } from "#web/components/notice.tsx";
import { moveChapter, removeChapter, renameChapter } from "./document-parts.ts";
import { documentPath } from "./use-document.ts";

interface ChapterActionsProps {
  readonly document: Document;
  /** The number of the chapter, from 0. */
  readonly at: number;
  readonly onChange: (chapters: readonly NewChapter[]) => Promise<unknown>;
}

interface RenameProps {
  readonly title: string;
  readonly onRename: (title: string) => Promise<unknown>;
}

function Rename({ title, onRename }: RenameProps) {
  const [open, setOpen] = useState(false);
  const [next, setNext] = useState(title);
  const [error, setError] = useState<unknown>(null);
  const submit = (): void => void onRename(next).then(() => setOpen(false), setError);
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(isOpen) => {
        setNext(title);
        setError(null);
        setOpen(isOpen);
      }}
    >
      <Dialog.Trigger className="button plain icon" aria-label={`Rename ${title}`}>
        <Pencil aria-hidden="true" />
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog">
          <Dialog.Title className="dialog-title">Rename this chapter</Dialog.Title>
          <Form onSubmit={submit}>
            <TextField
              label="Title"
              value={next}
              onChange={setNext}
              hint="This is the name in the file. The paragraph that says the title is changed by itself."
              autoComplete="off"
            />
            {error !== null && <ErrorNotice error={error} />}
            <DialogActions action="Save" disabled={next.trim() === ""} />
          </Form>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Renaming, moving and deleting a chapter. */
export function ChapterActions({ document, at, onChange }: ChapterActionsProps) {
  const [, goTo] = useLocation();
  const chapters = document.chapters ?? [];
  const chapter = chapters[at];
  if (chapter === undefined) return null;
  const { title, paragraphs } = chapter;
  const show = (index: number): void =>
    goTo(`${documentPath(document.document_id)}${index <= 0 ? "" : `?chapter=${index + 1}`}`);
  // The chapter says why where that fails.
  const move = (by: -1 | 1): void =>
    void onChange(moveChapter(chapters, at, by)).then(
      () => show(at + by),
      () => undefined,
    );
  const remove = async (): Promise<void> => {
    await onChange(removeChapter(chapters, at));
    show(at - 1);
  };
  return (
    <span className="row-actions">
      <Rename title={title} onRename={(next) => onChange(renameChapter(chapters, at, next))} />
      <button
        type="button"
        className="button plain icon"
        aria-label={`Move ${title} up`}
        disabled={at === 0}
        onClick={() => move(-1)}
      >
        <ArrowUp aria-hidden="true" />
      </button>
      <button
        type="button"
        className="button plain icon"
        aria-label={`Move ${title} down`}
        disabled={at === chapters.length - 1}
        onClick={() => move(1)}
      >
        <ArrowDown aria-hidden="true" />
      </button>
      {chapters.length > 1 && (
        <ConfirmDialog
          trigger={<Trash2 aria-hidden="true" />}
          triggerLabel={`Delete ${title}`}
          triggerClass="button plain icon danger"
          title="Delete this chapter?"
          action="Delete chapter"
          onConfirm={remove}
        >
          <p>
            {title}, with {formatCount(paragraphs.length, "paragraph")}, is taken out of the document. Audio that was
            spoken stays in the history. This cannot be undone.
          </p>
        </ConfirmDialog>
      )}
    </span>
  );
}
