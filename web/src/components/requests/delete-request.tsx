import { Trash2 } from "lucide-react";
import { useApiMutation } from "#web/api/use-api.ts";
import { ConfirmDialog } from "#web/components/confirm-dialog.tsx";
import { t } from "#web/messages/translate.ts";

interface DeleteRequestProps {
  readonly requestId: string;
  /** The name of the button when it is an icon; without it the button says "Delete". */
  readonly label?: string;
  readonly onDeleted?: () => void;
}

/** Deletes a request with its text and its audio, after asking. */
export function DeleteRequest({ requestId, label, onDeleted }: DeleteRequestProps) {
  const { mutateAsync } = useApiMutation("DELETE /v1/speech/requests/{request_id}", [
    "GET /v1/speech/requests",
    "GET /v1/usage",
  ]);
  const remove = async (): Promise<void> => {
    await mutateAsync({ path: { request_id: requestId } });
    onDeleted?.();
  };
  return (
    <ConfirmDialog
      {...(label === undefined
        ? { trigger: t("Delete") }
        : { trigger: <Trash2 aria-hidden="true" />, triggerLabel: label, triggerClass: "button plain icon danger" })}
      title={t("Delete this request?")}
      action={t("Delete request")}
      onConfirm={remove}
    >
      <p>{t("Its text and audio are deleted. Its cost stays in the usage report. This cannot be undone.")}</p>
    </ConfirmDialog>
  );
}
