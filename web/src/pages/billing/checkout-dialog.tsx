import { AlertDialog } from "@base-ui/react/alert-dialog";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { useApi } from "#web/api/use-api.ts";
import { billingPath } from "#web/components/billing-view.ts";
import { rich, t } from "#web/messages/translate.ts";

const details = (words: ReactNode): ReactNode => <Link href={billingPath("details")}>{words}</Link>;

/** The buyer as the receipt will name it, and the way to change that before it is issued, which a first purchase without details explains. */
function ReceiptTo() {
  const { data: kept } = useApi("GET /v1/billing-details", {});
  const { data: me } = useApi("GET /v1/users/me", {});
  const { data: payments } = useApi("GET /v1/payments", { query: { limit: 1 } });
  if (kept === undefined || me === undefined || payments === undefined) return null;
  const buyer = [kept.company || me.name || me.username, kept.tax_number].filter(Boolean).join(", ");
  if (payments.total > 0 || kept.company !== "" || kept.tax_number !== "") {
    return <p>{rich("Receipt to: {buyer}. <details>Change</details>", { buyer, details })}</p>;
  }
  return (
    <>
      <p>{t("Receipt to: {buyer}.", { buyer })}</p>
      <p>
        {rich("Buying for a company? <details>Add its name and tax number</details>, so that the receipt names it.", {
          details,
        })}
      </p>
    </>
  );
}

interface CheckoutDialogProps {
  readonly title: string;
  /** True when the person knows what is to be paid. */
  readonly isReady: boolean;
  readonly children: ReactNode;
  readonly onClose: () => void;
  readonly onContinue: () => void;
}

/** Says what is bought, at what price and for whom, before the person leaves to pay. */
export const CheckoutDialog = ({ title, isReady, children, onClose, onContinue }: CheckoutDialogProps) => (
  <AlertDialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
    <AlertDialog.Portal>
      <AlertDialog.Backdrop className="backdrop" />
      <AlertDialog.Popup className="dialog">
        <AlertDialog.Title className="dialog-title">{title}</AlertDialog.Title>
        <AlertDialog.Description render={<div />}>
          {children}
          <ReceiptTo />
        </AlertDialog.Description>
        <div className="actions">
          <AlertDialog.Close className="button quiet">{t("Cancel")}</AlertDialog.Close>
          {isReady && (
            <button type="button" className="button" onClick={onContinue}>
              {t("Continue to payment")}
            </button>
          )}
        </div>
      </AlertDialog.Popup>
    </AlertDialog.Portal>
  </AlertDialog.Root>
);
