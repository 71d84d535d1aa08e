import type { Plan, PlanList, Subscription } from "#web/api/types.ts";
import { ErrorNotice } from "#web/components/notice.tsx";
import { PlanCard } from "#web/components/plan-card.tsx";
import { PlanComparison } from "#web/components/plan-comparison.tsx";
import { monthlyPrice } from "#web/components/unit-price.ts";
import { type Message, t } from "#web/messages/translate.ts";
import { canBuy } from "./current-plan.tsx";
import { PurchaseDialog } from "./purchase-dialog.tsx";
import { useCheckout } from "./use-checkout.ts";

interface PlansProps {
  readonly subscription: Subscription | null;
  readonly offered: PlanList;
  /** The plan whose purchase is asked about; null for none. */
  readonly askedId: string | null;
  readonly onAsk: (planId: string | null) => void;
}

interface OfferProps {
  readonly plan: Plan;
  readonly subscription: Subscription | null;
  /** The plan that the account has. */
  readonly current: Plan | undefined;
  /** True for the one plan that is proposed. */
  readonly isNext: boolean;
  readonly isBusy: boolean;
  readonly onSubscribe: () => void;
}

/** The words of the button that buys a plan, those for people who hear it alone, and the title of its dialog. */
const purchaseLabels = {
  subscribe: ["Subscribe", "Subscribe to {plan}", "Subscribe to {plan}?"],
  upgrade: ["Upgrade", "Upgrade to {plan}", "Upgrade to {plan}?"],
  switch: ["Switch", "Switch to {plan}", "Switch to {plan}?"],
} as const satisfies Readonly<Record<string, readonly [Message, Message, Message]>>;

/** The effect of buying a plan on the one that the account pays for. */
const purchaseOf = (plan: Plan, current: Plan | undefined): keyof typeof purchaseLabels => {
  if (current === undefined || current.price_inr === 0) return "subscribe";
  return monthlyPrice(plan) > monthlyPrice(current) ? "upgrade" : "switch";
};

/** The title of the dialog that asks whether to buy a plan. */
const titleOf = (plan: Plan, current: Plan | undefined): string =>
  t(plan === current ? "Renew {plan}?" : purchaseLabels[purchaseOf(plan, current)][2], { plan: plan.display_name });

/** The plan that is proposed: the next larger one, unless the present one was cancelled and can be paid on for. */
function nextOf(plans: readonly Plan[], current: Plan | undefined, subscription: Subscription | null) {
  if (current !== undefined && subscription?.status === "cancelled") return undefined;
  const monthly = current === undefined ? 0 : monthlyPrice(current);
  return plans
    .filter((plan) => monthlyPrice(plan) > monthly && canBuy(plan, subscription))
    .toSorted((one, other) => monthlyPrice(one) - monthlyPrice(other))[0];
}

/** The way to buy a plan, or the reason why there is none. */
function Offer({ plan, subscription, current, isNext, isBusy, onSubscribe }: OfferProps) {
  if (plan === current) return <p className="soft">{t("Your plan")}</p>;
  if (subscription?.plans_paid_ahead.includes(plan.plan_id) === true) {
    return <p className="soft">{t("Paid for. It starts when what runs now ends.")}</p>;
  }
  if (!canBuy(plan, subscription)) return null;
  const [words, label] = purchaseLabels[purchaseOf(plan, current)];
  return (
    <button
      type="button"
      className={isNext ? "button" : "button quiet"}
      aria-label={t(label, { plan: plan.display_name })}
      disabled={isBusy}
      onClick={onSubscribe}
    >
      {t(words)}
    </button>
  );
}

/** The plans that the account can buy, and their comparison. */
export function Plans({ offered: { items: plans, tax }, subscription, askedId, onAsk }: PlansProps) {
  const checkout = useCheckout();
  const { variables: chosen, mutate: buy } = checkout;
  const again = chosen === undefined ? undefined : () => buy(chosen);
  const current = plans.find((plan) =>
    subscription === null ? plan.price_inr === 0 : plan.plan_id === subscription.plan_id,
  );
  const next = nextOf(plans, current, subscription);
  const asked = plans.find((plan) => plan.plan_id === askedId && canBuy(plan, subscription));
  return (
    <>
      {checkout.error !== null && <ErrorNotice error={checkout.error} retry={again} />}
      {asked !== undefined && (
        <PurchaseDialog
          {...{ plan: asked, tax }}
          title={titleOf(asked, current)}
          onClose={() => onAsk(null)}
          onContinue={() => {
            onAsk(null);
            buy({ kind: "plan", id: asked.plan_id, name: asked.display_name });
          }}
        />
      )}
      <ul className="plans">
        {plans.map((plan) => (
          <PlanCard key={plan.plan_id} plan={plan} current={plan === current}>
            <Offer
              {...{ plan, subscription, current, isNext: plan === next }}
              isBusy={checkout.isPending || checkout.isSuccess}
              onSubscribe={() => onAsk(plan.plan_id)}
            />
          </PlanCard>
        ))}
      </ul>
      <PlanComparison plans={plans} currentId={current?.plan_id ?? null} />
    </>
  );
}
