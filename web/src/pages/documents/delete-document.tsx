import { Trash2 } from "lucide-react";
import type { DocumentSummary } from "#web/api/types.ts";
import { useApiMutation } from "#web/api/use-api.ts";
import { ConfirmDialog } from "#web/components/confirm-dialog.tsx";
import { t } from "#web/messages/translate.ts";

/** The document itself is gone, and must not be asked for again. */
const stale = ["GET /v1/documents", "GET /v1/usage", "GET /v1/speech/requests"] as const;

interface DeleteDocumentProps {
  readonly document: Pick<DocumentSummary, "document_id" | "title">;
  readonly onDeleted?: () => void;
}

/** A button that deletes a document with its audio, after asking. */
export function DeleteDocument({ document: { document_id, title }, onDeleted }: DeleteDocumentProps) {
  const remove = useApiMutation("DELETE /v1/documents/{document_id}", stale).mutateAsync;
  return (
    <ConfirmDialog
      trigger={<Trash2 aria-hidden="true" />}
      triggerLabel={t("Delete {title}", { title })}
      triggerClass="button plain icon danger"
      title={t("Delete this document?")}
      action={t("Delete document")}
      onConfirm={() => remove({ path: { document_id } }).then(onDeleted)}
    >
      <p>
        {t("The text of {title}, the audio of its paragraphs and its files are deleted. This cannot be undone.", {
          title,
        })}
      </p>
    </ConfirmDialog>
  );
}
