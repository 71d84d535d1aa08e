import { AlertDialog } from "@base-ui/react/alert-dialog";
import { type ReactNode, type RefObject, useState } from "react";
import { TextField } from "./field.tsx";
import { ErrorNotice } from "./notice.tsx";
import { t } from "#web/messages/translate.ts";

interface ConfirmDialogProps {
  /** The content of the button that asks, and its name where that is not enough: for an icon, and for those who hear it alone. */
  readonly trigger: ReactNode;
  readonly triggerLabel?: string;
  readonly triggerClass?: string;
  /** True for what destroys nothing. */
  readonly harmless?: boolean;
  readonly title: string;
  readonly children: ReactNode;
  /** The text of the button that does it. */
  readonly action: string;
  /** The text of the button that does nothing. */
  readonly keep?: string;
  /** A text that has to be typed before the button does it, for what ends much at once. */
  readonly phrase?: string;
  readonly onConfirm: () => Promise<unknown>;
  /** The element that receives the focus when the dialog closes, where the button cannot: in a menu, which has closed. */
  readonly returnTo?: RefObject<HTMLElement | null>;
  /** Called when the dialog has closed, whichever way. */
  readonly onClosed?: () => void;
}

interface PhraseProps {
  readonly phrase: string;
  readonly typed: string;
  readonly onType: (text: string) => void;
}

/** The field for a text that has to be typed. */
const Phrase = ({ phrase, typed, onType }: PhraseProps) => (
  <TextField label={t("Type {phrase} to confirm", { phrase })} value={typed} onChange={onType} autoComplete="off" />
);

/** A button for something that cannot be taken back: it asks once, and stays open with the reason where it fails. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const tone = props.harmless === true ? "" : "danger";
  const {
    trigger,
    triggerLabel,
    triggerClass = `button quiet ${tone}`,
    title,
    children,
    action,
    keep = t("Keep it"),
    phrase,
    onConfirm,
    returnTo,
    onClosed,
  } = props;
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [typed, setTyped] = useState("");
  const isTyped = phrase === undefined || typed.trim().toLowerCase() === phrase.toLowerCase();
  const confirm = async (): Promise<void> => {
    setBusy(true);
    await onConfirm().then(() => setOpen(false), setError);
    setBusy(false);
  };
  const settle = (isOpen: boolean): void => {
    setError(null);
    setTyped("");
    if (!isOpen) onClosed?.();
  };
  return (
    <AlertDialog.Root open={open} onOpenChange={setOpen} onOpenChangeComplete={settle}>
      <AlertDialog.Trigger className={triggerClass} aria-label={triggerLabel}>
        {trigger}
      </AlertDialog.Trigger>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop" />
        <AlertDialog.Popup className="dialog" {...(returnTo !== undefined && { finalFocus: returnTo })}>
          <AlertDialog.Title className="dialog-title">{title}</AlertDialog.Title>
          <AlertDialog.Description render={<div />}>{children}</AlertDialog.Description>
          {phrase !== undefined && <Phrase {...{ phrase, typed, onType: setTyped }} />}
          {error !== null && <ErrorNotice error={error} />}
          <div className="actions">
            <AlertDialog.Close className="button quiet">{keep}</AlertDialog.Close>
            <button
              className={`button ${tone}`}
              type="button"
              disabled={busy || !isTyped}
              onClick={() => void confirm()}
            >
              {action}
            </button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
