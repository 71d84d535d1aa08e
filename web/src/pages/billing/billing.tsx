import { useState } from "react";
import type { Plan, Subscription, UsageReport, UserProfile } from "#web/api/types.ts";
import { useApi, useApiMutation } from "#web/api/use-api.ts";
import { formatDate } from "#web/format.ts";
import { ConfirmDialog } from "#web/components/confirm-dialog.tsx";
import { PageHeading } from "#web/components/page-heading.tsx";
import { ErrorNotice, QueryBoundary } from "#web/components/notice.tsx";
import { PlanCard } from "#web/components/plan-card.tsx";
import { PlanComparison } from "#web/components/plan-comparison.tsx";
import { Credits } from "#web/components/credits.tsx";
import { type Message, t } from "#web/messages/translate.ts";
import { BillingDetails } from "./billing-details.tsx";
import { creditsOf, PurchaseDialog, planOfAddress } from "./purchase-dialog.tsx";
import { Payments } from "./payments.tsx";
import { Payment } from "./payment.tsx";
import { useCheckout } from "./use-checkout.ts";
import { TopUps } from "./top-ups.tsx";
import { usePaymentReturn } from "./use-payment-return.ts";
import { useSubscription } from "./use-subscription.ts";

type Cycle = UsageReport["credits"]["cycle"];

const renewalMs = 7 * 86_400_000;

type Status = Subscription["status"];

const statusNames: Readonly<Record<Status, string>> = {
  active: t("active"),
  past_due: t("past due"),
  cancelled: t("cancelled"),
};

const sentences: Readonly<Record<Status, Message>> = {
  active: "Paid until {date}. It does not renew by itself.",
  past_due: "Past due since {date}. It does not renew by itself.",
  cancelled: "Can be used until {date}. It does not renew by itself.",
};

/** The credits of the cycle that remain, as a sentence that follows another; nothing where none do. */
function remainingOf(cycle: Cycle): string {
  const credits = cycle === null ? null : creditsOf(cycle.tts_remaining, cycle.asr_remaining);
  return credits === null ? "" : ` ${t("Now these are {credits}.", { credits })}`;
}

const Cancel = ({ cycle }: { readonly cycle: Cycle }) => {
  const { mutateAsync } = useApiMutation("DELETE /v1/subscriptions/current", ["GET /v1/subscriptions/current"]);
  return (
    <ConfirmDialog
      trigger={t("Cancel the plan")}
      title={t("Cancel the plan?")}
      action={t("Cancel the plan")}
      onConfirm={() => mutateAsync({})}
    >
      <p>
        {t("You can use it until the end of the paid period. Then its remaining credits expire.")}
        {remainingOf(cycle)}
      </p>
    </ConfirmDialog>
  );
};

const freeCredits: Readonly<Record<UserProfile["free_credits"], string>> = {
  granted: t("You have received its credits. They come once and do not expire."),
  verify_email: t("You receive its credits once, as soon as your e-mail address is verified."),
  address_used: t("Its credits come once for each e-mail address, and yours has received them before."),
};

/** The sentence about an account that pays for no plan. */
function FreePlan() {
  const { data: profile } = useApi("GET /v1/users/me", {});
  return (
    <p>
      {t("You are on the free plan.")} {profile !== undefined && freeCredits[profile.free_credits]}
    </p>
  );
}

const Current = ({ subscription, cycle }: Pick<PlansProps, "subscription" | "cycle">) =>
  subscription === null ? (
    <FreePlan />
  ) : (
    <>
      <p>
        <strong data-testid="current-plan">{subscription.plan_name}</strong>{" "}
        <span className="badge" data-state={subscription.status}>
          {statusNames[subscription.status]}
        </span>
      </p>
      <p>{t(sentences[subscription.status], { date: formatDate(subscription.current_period_end) })}</p>
      {subscription.status !== "cancelled" && <Cancel cycle={cycle} />}
    </>
  );

/** True when the plan can be bought now: the present one only when it is about to end, or when its credits are nearly used up. */
function canBuy(plan: Plan, { subscription, cycle }: Pick<PlansProps, "subscription" | "cycle">): boolean {
  if (plan.price_inr === 0) return false;
  if (subscription?.plan_id !== plan.plan_id || subscription.status !== "active") return true;
  if (Date.parse(subscription.current_period_end) - Date.now() < renewalMs) return true;
  const isLow = (remaining: number, credits: number): boolean => credits > 0 && remaining * 5 <= credits;
  if (cycle === null) return false;
  return (
    isLow(cycle.tts_remaining, plan.tts_credits_per_cycle) || isLow(cycle.asr_remaining, plan.asr_credits_per_cycle)
  );
}

interface PlansProps {
  readonly plans: readonly Plan[];
  readonly subscription: Subscription | null;
  readonly cycle: Cycle;
  readonly chosenId: string | null;
}

function Plans({ plans, subscription, cycle, chosenId }: PlansProps) {
  const [askedId, setAsked] = useState(chosenId);
  const checkout = useCheckout();
  const { variables: chosen, mutate: buy } = checkout;
  const again = chosen === undefined ? undefined : () => buy(chosen);
  const currentId = subscription?.plan_id ?? plans.find((plan) => plan.price_inr === 0)?.plan_id;
  const asked = plans.find((plan) => plan.plan_id === askedId && canBuy(plan, { subscription, cycle }));
  return (
    <>
      {checkout.error !== null && <ErrorNotice error={checkout.error} retry={again} />}
      {asked !== undefined && (
        <PurchaseDialog
          plan={asked}
          isCurrent={asked.plan_id === currentId}
          onClose={() => setAsked(null)}
          onContinue={() => {
            setAsked(null);
            buy({ kind: "plan", id: asked.plan_id, name: asked.display_name });
          }}
        />
      )}
      <ul className="plans">
        {plans.map((plan) => (
          <PlanCard key={plan.plan_id} plan={plan} current={plan.plan_id === currentId}>
            {plan.plan_id === currentId && <p className="soft">{t("Your plan")}</p>}
            {canBuy(plan, { subscription, cycle }) && (
              <button
                type="button"
                className="button"
                aria-label={t(plan.plan_id === currentId ? "Renew {plan}" : "Subscribe to {plan}", {
                  plan: plan.display_name,
                })}
                disabled={checkout.isPending || checkout.isSuccess}
                onClick={() => setAsked(plan.plan_id)}
              >
                {plan.plan_id === currentId ? t("Renew") : t("Subscribe")}
              </button>
            )}
          </PlanCard>
        ))}
      </ul>
      <PlanComparison plans={plans} />
    </>
  );
}

/** The plan of the account, and the way to buy more. */
export function Billing() {
  // Before the address is cleared of what the payment provider said.
  const [chosenId] = useState(planOfAddress);
  const query = useSubscription();
  const { state, purchase, stopWaiting } = usePaymentReturn();
  const plans = useApi("GET /v1/plans", {});
  const report = useApi("GET /v1/usage", {});
  return (
    <>
      <PageHeading title={t("Plan and billing")} />
      <Payment state={state} purchase={purchase} onStop={stopWaiting} />
      <QueryBoundary query={report}>{({ credits }) => <Credits credits={credits} />}</QueryBoundary>
      <section className="card" aria-labelledby="current-title">
        <h2 id="current-title">{t("Your plan")}</h2>
        <QueryBoundary query={query}>
          {(subscription) => <Current subscription={subscription} cycle={report.data?.credits.cycle ?? null} />}
        </QueryBoundary>
      </section>
      <section aria-labelledby="plans-title">
        <h2 id="plans-title">{t("Plans")}</h2>
        <p className="hint">
          {t(
            "You pay on the page of the payment provider. A plan does not renew by itself. A larger plan starts when it is paid and keeps your remaining credits; a smaller one starts when what you have paid for ends.",
          )}
        </p>
        <QueryBoundary query={plans}>
          {({ items }) => (
            <Plans
              plans={items}
              subscription={query.data ?? null}
              cycle={report.data?.credits.cycle ?? null}
              chosenId={chosenId}
            />
          )}
        </QueryBoundary>
      </section>
      <TopUps />
      <BillingDetails />
      <Payments />
    </>
  );
}
