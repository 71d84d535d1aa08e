import { type ReactNode, useState } from "react";
import type { Plan, PlanList, Subscription, UsageReport, UserProfile } from "#web/api/types.ts";
import { useApi, useApiMutation } from "#web/api/use-api.ts";
import { formatDate } from "#web/format.ts";
import { ConfirmDialog } from "#web/components/confirm-dialog.tsx";
import { PageHeading } from "#web/components/page-heading.tsx";
import { ErrorNotice, QueryBoundary } from "#web/components/notice.tsx";
import { PlanCard } from "#web/components/plan-card.tsx";
import { PlanComparison } from "#web/components/plan-comparison.tsx";
import { Credits } from "#web/components/credits.tsx";
import { taxWords } from "#web/components/tax-words.ts";
import { type Message, rich, t } from "#web/messages/translate.ts";
import { BillingDetails } from "./billing-details.tsx";
import { creditsOf, PurchaseDialog, planOfAddress } from "./purchase-dialog.tsx";
import { Payments } from "./payments.tsx";
import { Payment } from "./payment.tsx";
import { useCheckout } from "./use-checkout.ts";
import { TopUps } from "./top-ups.tsx";
import { usePaymentReturn } from "./use-payment-return.ts";
import { useSubscription } from "#web/components/use-subscription.ts";

type Cycle = UsageReport["credits"]["cycle"];

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
      <p>{t("Your permanent credits stay as they are.")}</p>
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

interface RenewalProps {
  readonly subscription: Subscription | null;
  readonly plans: readonly Plan[];
  readonly onRenew: (planId: string) => void;
}

/** The way to pay for the next cycle, or the day from which it is open. */
function Renewal({ plans, subscription, onRenew }: RenewalProps) {
  const plan = plans.find(({ plan_id: id }) => id === subscription?.plan_id);
  if (plan === undefined || subscription === null) return null;
  if (!canBuy(plan, subscription)) {
    return (
      <p className="soft">
        {t("You can pay for the next cycle from {date} on, or as soon as 20% of the credits are left.", {
          date: formatDate(subscription.renewable_from),
        })}
      </p>
    );
  }
  const label = t("Renew {plan}", { plan: plan.display_name });
  return (
    <button type="button" className="button" aria-label={label} onClick={() => onRenew(plan.plan_id)}>
      {t(plan.billing_cycle === "yearly" ? "Pay for the next year" : "Pay for the next month")}
    </button>
  );
}

const Current = ({ plans, subscription, cycle, onRenew }: RenewalProps & { readonly cycle: Cycle }) =>
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
      <div className="choices">
        <Renewal {...{ plans, subscription, onRenew }} />
        {subscription.status !== "cancelled" && <Cancel cycle={cycle} />}
      </div>
    </>
  );

/** True when the service sells the plan to the account now. */
const canBuy = (plan: Plan, subscription: Subscription | null): boolean =>
  plan.price_inr > 0 && subscription?.plans_paid_ahead.includes(plan.plan_id) !== true;

interface PlansProps {
  readonly subscription: Subscription | null;
  readonly offered: PlanList;
  /** The plan whose purchase is asked about; null for none. */
  readonly askedId: string | null;
  readonly onAsk: (planId: string | null) => void;
}

function Plans({ offered: { items: plans, tax }, subscription, askedId, onAsk }: PlansProps) {
  const checkout = useCheckout();
  const { variables: chosen, mutate: buy } = checkout;
  const again = chosen === undefined ? undefined : () => buy(chosen);
  const currentId = subscription?.plan_id ?? plans.find((plan) => plan.price_inr === 0)?.plan_id;
  const asked = plans.find((plan) => plan.plan_id === askedId && canBuy(plan, subscription));
  return (
    <>
      {checkout.error !== null && <ErrorNotice error={checkout.error} retry={again} />}
      {asked !== undefined && (
        <PurchaseDialog
          {...{ plan: asked, tax }}
          isCurrent={asked.plan_id === currentId}
          onClose={() => onAsk(null)}
          onContinue={() => {
            onAsk(null);
            buy({ kind: "plan", id: asked.plan_id, name: asked.display_name });
          }}
        />
      )}
      <ul className="plans">
        {plans.map((plan) => (
          <PlanCard key={plan.plan_id} plan={plan} current={plan.plan_id === currentId}>
            {plan.plan_id === currentId && <p className="soft">{t("Your plan")}</p>}
            {plan.plan_id !== currentId && subscription?.plans_paid_ahead.includes(plan.plan_id) === true && (
              <p className="soft">{t("Paid for. It starts when what runs now ends.")}</p>
            )}
            {plan.plan_id !== currentId && canBuy(plan, subscription) && (
              <button
                type="button"
                className="button"
                aria-label={t("Subscribe to {plan}", { plan: plan.display_name })}
                disabled={checkout.isPending || checkout.isSuccess}
                onClick={() => onAsk(plan.plan_id)}
              >
                {t("Subscribe")}
              </button>
            )}
          </PlanCard>
        ))}
      </ul>
      <PlanComparison plans={plans} currentId={currentId ?? null} />
    </>
  );
}

const alerts = (words: ReactNode): ReactNode => <a href="/account/profile#alerts">{words}</a>;

/** The plan of the account, and the way to buy more. */
export function Billing() {
  // Before the address is cleared of what the payment provider said.
  const [askedId, setAsked] = useState(planOfAddress);
  const query = useSubscription();
  const { stopWaiting, ...payment } = usePaymentReturn();
  const plans = useApi("GET /v1/plans", {});
  const report = useApi("GET /v1/usage", {});
  const cycle = report.data?.credits.cycle ?? null;
  return (
    <>
      <PageHeading title={t("Plan and billing")} />
      <Payment {...payment} onStop={stopWaiting} />
      <QueryBoundary query={report}>{({ credits }) => <Credits credits={credits} />}</QueryBoundary>
      <p className="hint">
        {rich(
          "When the credits run out, calls are refused and nothing is charged. <alerts>Be told before that</alerts>, or buy more below.",
          { alerts },
        )}
      </p>
      <section className="card" aria-labelledby="current-title">
        <h2 id="current-title">{t("Your plan")}</h2>
        <QueryBoundary query={query}>
          {(subscription) => (
            <Current {...{ subscription, cycle }} plans={plans.data?.items ?? []} onRenew={setAsked} />
          )}
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
          {(offered) => (
            <>
              <p className="hint">{taxWords(offered.tax)}</p>
              <Plans {...{ offered, askedId }} subscription={query.data ?? null} onAsk={setAsked} />
            </>
          )}
        </QueryBoundary>
      </section>
      <TopUps />
      <BillingDetails />
      <Payments />
    </>
  );
}
