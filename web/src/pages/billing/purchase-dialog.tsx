import { AlertDialog } from "@base-ui/react/alert-dialog";
import type { Plan, SubscriptionPreview } from "#web/api/types.ts";
import { useApi } from "#web/api/use-api.ts";
import { formatAmount, formatDate, formatDuration, formatNumber } from "#web/format.ts";
import { QueryBoundary } from "#web/components/notice.tsx";

/** The plan that the address names (`?plan=ID`), as a link of the public page does. */
export const planOfAddress = (): string | null => new URLSearchParams(location.search).get("plan");

const cycles = { monthly: "month", yearly: "year" } as const;

/** Credits of both pools in words; null for none. */
export function creditsOf(tts: number, asr: number): string | null {
  const parts = [
    ...(tts > 0 ? [`${formatNumber(tts)} characters`] : []),
    ...(asr > 0 ? [`${formatDuration(asr)} of recordings`] : []),
  ];
  return parts.length === 0 ? null : parts.join(" and ");
}

/** When the plan begins, and what becomes of the credits that the account has. */
function Change({ preview }: { readonly preview: SubscriptionPreview }) {
  const { kind, starts_at: start, ends_at: end, expires_at: expiry } = preview;
  const granted = creditsOf(preview.tts_granted, preview.asr_granted);
  const carried = creditsOf(preview.tts_carried_over, preview.asr_carried_over);
  const expiring = creditsOf(preview.tts_expiring, preview.asr_expiring);
  const isLater = kind === "downgrade" || expiry !== null;
  return (
    <>
      <p>
        {isLater
          ? `It starts on ${formatDate(start)}, after what you have paid for, and can be used until ${formatDate(end)}. Your present plan stays until then.`
          : `It starts when it is paid and can be used until ${formatDate(end)}.`}
        {granted !== null && ` It brings ${granted}.`}
      </p>
      {carried !== null && (
        <p>
          The {carried} that remain of your present cycle are carried over: you can use them until {formatDate(end)}.
        </p>
      )}
      {expiring !== null && expiry !== null && (
        <p>
          Your present credits expire on {formatDate(expiry)}. Now {expiring} remain.
        </p>
      )}
    </>
  );
}

interface PurchaseDialogProps {
  readonly plan: Plan;
  /** True for the plan that the account has. */
  readonly isCurrent: boolean;
  readonly onClose: () => void;
  readonly onContinue: () => void;
}

/** Says what paying for a plan changes, before the person leaves to pay. */
export function PurchaseDialog({ plan, isCurrent, onClose, onContinue }: PurchaseDialogProps) {
  const preview = useApi("GET /v1/subscriptions/preview", { query: { plan_id: plan.plan_id } });
  return (
    <AlertDialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop" />
        <AlertDialog.Popup className="dialog">
          <AlertDialog.Title className="dialog-title">
            {isCurrent ? `Renew ${plan.display_name}?` : `Subscribe to ${plan.display_name}?`}
          </AlertDialog.Title>
          <AlertDialog.Description render={<div />}>
            <QueryBoundary query={preview}>
              {(found) => (
                <>
                  <p>
                    {formatAmount(found.amount, found.currency)} for a {cycles[plan.billing_cycle]}. You pay on the page
                    of the payment provider. The plan does not renew by itself.
                  </p>
                  <Change preview={found} />
                </>
              )}
            </QueryBoundary>
          </AlertDialog.Description>
          <div className="actions">
            <AlertDialog.Close className="button quiet">Compare plans</AlertDialog.Close>
            {preview.data !== undefined && (
              <button type="button" className="button" onClick={onContinue}>
                Continue to payment
              </button>
            )}
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
