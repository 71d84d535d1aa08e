import { AlertDialog } from "@base-ui/react/alert-dialog";
import { useState } from "react";
import type { Plan } from "#web/api/types.ts";
import { formatPrice } from "#web/format.ts";
import { ErrorNotice } from "#web/components/notice.tsx";
import type { useCheckout } from "./use-checkout.ts";

/** The plan that the address names (`?plan=ID`), as a link of the public page does. */
export const planOfAddress = (): string | null => new URLSearchParams(location.search).get("plan");

interface ChosenPlanProps {
  /** Null where none was chosen. */
  readonly planId: string | null;
  /** Those that can be bought now. */
  readonly plans: readonly Plan[];
  readonly checkout: ReturnType<typeof useCheckout>;
}

const cycles = { monthly: "month", yearly: "year" } as const;

/** Asks once whether to buy the plan that was chosen before the page was opened. */
export function ChosenPlan({ planId, plans, checkout }: ChosenPlanProps) {
  const [isOpen, setOpen] = useState(true);
  const plan = plans.find(({ plan_id: id }) => id === planId);
  if (plan === undefined) return null;
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={setOpen}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop" />
        <AlertDialog.Popup className="dialog">
          <AlertDialog.Title className="dialog-title">Subscribe to {plan.display_name}?</AlertDialog.Title>
          <AlertDialog.Description>
            {formatPrice(plan.price_inr)} a {cycles[plan.billing_cycle]}. You pay on the page of the payment provider.
          </AlertDialog.Description>
          {checkout.error !== null && <ErrorNotice error={checkout.error} />}
          <div className="actions">
            <AlertDialog.Close className="button quiet">Compare plans</AlertDialog.Close>
            <button
              type="button"
              className="button"
              disabled={checkout.isPending || checkout.isSuccess}
              onClick={() => checkout.mutate({ kind: "plan", id: plan.plan_id, name: plan.display_name })}
            >
              Continue to payment
            </button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
