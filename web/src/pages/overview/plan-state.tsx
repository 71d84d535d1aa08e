import { Link } from "wouter";
import type { Subscription } from "#web/api/types.ts";
import { billingPath } from "#web/components/billing-view.ts";
import { useOpenOrders } from "#web/components/use-open-orders.ts";
import { useSubscription } from "#web/components/use-subscription.ts";
import { formatDate } from "#web/format.ts";
import { type Message, t } from "#web/messages/translate.ts";

const states: Readonly<Record<Subscription["status"], Message>> = {
  active: "{plan}, until {date}",
  past_due: "{plan}, past due since {date}",
  cancelled: "{plan}, cancelled, until {date}",
};

const stateOf = ({ plan_name: plan, status, current_period_end: end }: Subscription): string =>
  t(states[status], { plan, date: formatDate(end) });

/** The plan of the account with its state, and the orders that wait to be paid. */
export function PlanState() {
  const { data: subscription } = useSubscription();
  const orders = useOpenOrders().data?.items.length ?? 0;
  if (subscription === undefined) return null;
  return (
    <section className="card" aria-labelledby="plan-title">
      <div className="row between">
        <h2 id="plan-title">{t("Your plan")}</h2>
        <Link href={billingPath("plan")}>{t("Plan and billing")}</Link>
      </div>
      <p>{subscription === null ? t("Free") : stateOf(subscription)}</p>
      {orders > 0 && (
        <p>
          <Link href={billingPath("payments")}>
            {t("{count, plural, one {# unpaid order} other {# unpaid orders}}", { count: orders })}
          </Link>
        </p>
      )}
    </section>
  );
}
