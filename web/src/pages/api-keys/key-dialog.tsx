import { Dialog } from "@base-ui/react/dialog";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { CreatedApiKey } from "#web/api/types.ts";
import { invalidate } from "#web/api/use-api.ts";
import { CopyButton } from "#web/components/copy-button.tsx";

/** A key that has just been made, and what else there is to say about it. */
interface CreatedKey {
  readonly apiKey: CreatedApiKey;
  readonly note: string;
}

const Secret = ({ made: { apiKey, note } }: { readonly made: CreatedKey }) => (
  <>
    <Dialog.Title className="dialog-title">Your key “{apiKey.name}”</Dialog.Title>
    <Dialog.Description>Copy it now. It will not be shown again.</Dialog.Description>
    <div className="secret">
      <code data-testid="secret">{apiKey.key}</code>
      <CopyButton text={apiKey.key} />
    </div>
    {note !== "" && <p>{note}</p>}
    <div className="actions">
      <Dialog.Close className="button">I have copied it</Dialog.Close>
    </div>
  </>
);

interface KeyDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly onClosed?: () => void;
  readonly trigger?: ReactNode;
  /** The form, which hands over the key that it has made. */
  readonly children: (onMade: (apiKey: CreatedApiKey, note?: string) => void) => ReactNode;
}

/** A dialog that makes a key by a form and then shows its secret, once. */
export function KeyDialog({ open, onOpenChange, onClosed, trigger, children }: KeyDialogProps) {
  const client = useQueryClient();
  const [made, setMade] = useState<CreatedKey | null>(null);
  const show = (apiKey: CreatedApiKey, note = ""): void => {
    setMade({ apiKey, note });
    void invalidate(client, ["GET /v1/api-keys"]);
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
