import type { Plan, Subscription, UsageReport, UserProfile } from "#web/api/types.ts";
import { useApi, useApiMutation } from "#web/api/use-api.ts";
import { ConfirmDialog } from "#web/components/confirm-dialog.tsx";
import { creditsOf } from "#web/components/credit-words.ts";
import { formatDate } from "#web/format.ts";
import { type Message, t } from "#web/messages/translate.ts";

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
  cancelled: "Cancelled: it ends on {date}, and no reminder is sent.",
};

/** The words of the button that pays for the next cycle, and what that does to a cancelled plan. */
const renewals = {
  monthly: ["Pay for the next month", "Pay for the next month: the plan goes on after {date}."],
  yearly: ["Pay for the next year", "Pay for the next year: the plan goes on after {date}."],
} as const satisfies Readonly<Record<Plan["billing_cycle"], readonly [Message, Message]>>;

/** The credits of the cycle that remain, as a sentence that follows another; nothing where none do. */
function remainingOf(cycle: Cycle): string {
  const credits = cycle === null ? null : creditsOf(cycle.tts_remaining, cycle.asr_remaining);
  return credits === null ? "" : ` ${t("Now these are {credits}.", { credits })}`;
}

interface CancelProps {
  readonly subscription: Subscription;
  readonly cycle: Cycle;
}

/** Says what cancelling changes of a plan that ends by itself, before it does so. */
const Cancel = ({ cycle, subscription: { status, current_period_end: end } }: CancelProps) => {
  const { mutateAsync } = useApiMutation("DELETE /v1/subscriptions/current", ["GET /v1/subscriptions/current"]);
  return (
    <ConfirmDialog
      trigger={t("Cancel the plan")}
      title={t("Cancel the plan?")}
      action={t("Cancel the plan")}
      onConfirm={() => mutateAsync({})}
    >
      {status === "past_due" ? (
        <p>{t("The paid period has ended. Cancelling ends the plan now.")}</p>
      ) : (
        <>
          <p>{t("Nothing more is charged, whether you cancel or not: the plan does not renew by itself.")}</p>
          <p>
            {t(
              "If you cancel, no reminder is sent, and the plan ends on {date} without the three days in which it could still be renewed.",
              { date: formatDate(end) },
            )}
          </p>
          <p>
            {t("You can use it until the end of the paid period. Then its remaining credits expire.")}
            {remainingOf(cycle)}
          </p>
        </>
      )}
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

/** True when the service sells the plan to the account now. */
export const canBuy = (plan: Plan, subscription: Subscription | null): boolean =>
  plan.price_inr > 0 && subscription?.plans_paid_ahead.includes(plan.plan_id) !== true;

interface CurrentPlanProps {
  readonly subscription: Subscription | null;
  readonly plans: readonly Plan[];
  readonly cycle: Cycle;
  readonly onRenew: (planId: string) => void;
}

/** The way to pay for the next cycle, or the day from which it is open. */
function Renewal({ plans, subscription, onRenew }: Omit<CurrentPlanProps, "cycle">) {
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
  const [words, effect] = renewals[plan.billing_cycle];
  const label = t("Renew {plan}", { plan: plan.display_name });
  return (
    <>
      {subscription.status === "cancelled" && <p>{t(effect, { date: formatDate(subscription.current_period_end) })}</p>}
      <button type="button" className="button" aria-label={label} onClick={() => onRenew(plan.plan_id)}>
        {t(words)}
      </button>
    </>
  );
}

/** The plan that the account has, until when, and what can be done about it. */
export const CurrentPlan = ({ subscription, cycle, ...offer }: CurrentPlanProps) =>
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
        <Renewal {...{ subscription, ...offer }} />
        {subscription.status !== "cancelled" && <Cancel {...{ subscription, cycle }} />}
      </div>
    </>
  );
