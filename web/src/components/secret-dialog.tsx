import { Dialog } from "@base-ui/react/dialog";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { OperationName } from "#web/api/call.ts";
import { invalidate } from "#web/api/use-api.ts";
import { CopyButton } from "./copy-button.tsx";
import { t } from "#web/messages/translate.ts";

/** A secret that has just been made, and what else there is to say about it. */
export interface ShownSecret {
  readonly title: string;
  readonly secret: string;
  readonly note?: string;
  /** A way to use it, below it. */
  readonly use?: ReactNode;
}

const Secret = ({ made: { title, secret, note = "", use } }: { readonly made: ShownSecret }) => (
  <>
    <Dialog.Title className="dialog-title">{title}</Dialog.Title>
    <Dialog.Description>{t("Copy it now. It will not be shown again.")}</Dialog.Description>
    <div className="secret">
      <code data-testid="secret">{secret}</code>
      <CopyButton text={secret} />
    </div>
    {note !== "" && <p>{note}</p>}
    {use}
    <div className="actions">
      <Dialog.Close className="button">{t("I have copied it")}</Dialog.Close>
    </div>
  </>
);

interface SecretDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly onClosed?: () => void;
  readonly trigger?: ReactNode;
  /** The lists that the new secret changes. */
  readonly stale: readonly OperationName[];
  /** The form, which hands over the secret that it has made. */
  readonly children: (onMade: (made: ShownSecret) => void) => ReactNode;
}

/** A dialog that makes a secret by a form and then shows it, once. */
export function SecretDialog({ open, onOpenChange, onClosed, trigger, stale, children }: SecretDialogProps) {
  const client = useQueryClient();
  const [made, setMade] = useState<ShownSecret | null>(null);
  const show = (shown: ShownSecret): void => {
    setMade(shown);
    void invalidate(client, stale);
  };
  const forget = (isOpen: boolean): void => {
    if (isOpen) return;
    setMade(null);
    onClosed?.();
  };
  return (
    // A secret that is not copied yet is lost neither to a click beside the dialog nor to the escape key.
    <Dialog.Root
      open={open}
      onOpenChange={(next, { reason }) => (made === null || reason !== "escape-key") && onOpenChange(next)}
      onOpenChangeComplete={forget}
      disablePointerDismissal={made !== null}
    >
      {trigger}
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog">{made === null ? children(show) : <Secret made={made} />}</Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
