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
import { t } from "#web/messages/translate.ts";
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
      <Dialog.Trigger className="button plain icon" aria-label={t("Rename {title}", { title })}>
        <Pencil aria-hidden="true" />
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog">
          <Dialog.Title className="dialog-title">{t("Rename this chapter")}</Dialog.Title>
          <Form onSubmit={submit}>
            <TextField
              label={t("Title")}
              value={next}
              onChange={setNext}
              hint={t("This is the name in the file. The paragraph that says the title is changed by itself.")}
              autoComplete="off"
            />
            {error !== null && <ErrorNotice error={error} />}
            <DialogActions action={t("Save")} disabled={next.trim() === ""} />
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
        aria-label={t("Move {title} up", { title })}
        disabled={at === 0}
        onClick={() => move(-1)}
      >
        <ArrowUp aria-hidden="true" />
      </button>
      <button
        type="button"
        className="button plain icon"
        aria-label={t("Move {title} down", { title })}
        disabled={at === chapters.length - 1}
        onClick={() => move(1)}
      >
        <ArrowDown aria-hidden="true" />
      </button>
      {chapters.length > 1 && (
        <ConfirmDialog
          trigger={<Trash2 aria-hidden="true" />}
          triggerLabel={t("Delete {title}", { title })}
          triggerClass="button plain icon danger"
          title={t("Delete this chapter?")}
          action={t("Delete chapter")}
          onConfirm={remove}
        >
          <p>
            {t(
              "{title}, with {paragraphs}, is taken out of the document. Audio that was spoken stays in the history. This cannot be undone.",
              { title, paragraphs: formatCount(paragraphs.length, "paragraph") },
            )}
          </p>
        </ConfirmDialog>
      )}
    </span>
  );
}
