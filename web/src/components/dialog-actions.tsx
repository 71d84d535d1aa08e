import { Dialog } from "@base-ui/react/dialog";
import { t } from "#web/messages/translate.ts";

interface DialogActionsProps {
  /** The text of the button that submits. */
  readonly action: string;
  readonly disabled: boolean;
  readonly close?: string;
}

/** The buttons of a form in a dialog: one closes the dialog, one submits the form. */
export const DialogActions = ({ action, disabled, close = t("Cancel") }: DialogActionsProps) => (
  <div className="actions">
    <Dialog.Close className="button quiet">{close}</Dialog.Close>
    <button type="submit" className="button" disabled={disabled}>
      {action}
    </button>
  </div>
);
