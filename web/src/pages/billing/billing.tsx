import { type ReactNode, useState } from "react";
import { Link, Redirect } from "wouter";
import { useApi } from "#web/api/use-api.ts";
import { AlertSettings } from "#web/components/alert-settings.tsx";
import {
  alertsPath,
  billingPath,
  type BillingView,
  billingViewNames,
  billingViews,
} from "#web/components/billing-view.ts";
import { Credits } from "#web/components/credits.tsx";
import { QueryBoundary } from "#web/components/notice.tsx";
import { PageHeading } from "#web/components/page-heading.tsx";
import { taxWords } from "#web/components/tax-words.ts";
import { useSubscription } from "#web/components/use-subscription.ts";
import { useUrlState } from "#web/components/use-url-state.ts";
import { ViewTabs } from "#web/components/view-tabs.tsx";
import { rich, t } from "#web/messages/translate.ts";
import { BillingDetails } from "./billing-details.tsx";
import { CreditLedger } from "./credit-ledger.tsx";
import { CurrentPlan } from "./current-plan.tsx";
import { Payment } from "./payment.tsx";
import { Payments } from "./payments.tsx";
import { Plans } from "./plans.tsx";
import { planOfAddress } from "./purchase-dialog.tsx";
import { SecondPayments } from "#web/components/second-payments.tsx";
import { TopUps } from "./top-ups.tsx";
import { usePaymentReturn } from "./use-payment-return.ts";

const alerts = (words: ReactNode): ReactNode => <Link href={alertsPath}>{words}</Link>;
const changes = (words: ReactNode): ReactNode => <Link href={billingPath("credits")}>{words}</Link>;

/** The credits of the account that remain. */
function RemainingCredits() {
  const report = useApi("GET /v1/usage", {});
  return <QueryBoundary query={report}>{({ credits }) => <Credits credits={credits} />}</QueryBoundary>;
}

/** The credits and the plan of the account, and the way to buy more. */
function PlanView() {
  // Before the address is cleared of what the payment provider said.
  const [askedId, setAsked] = useState(planOfAddress);
  const query = useSubscription();
  const plans = useApi("GET /v1/plans", {});
  const report = useApi("GET /v1/usage", {});
  const cycle = report.data?.credits.cycle ?? null;
  return (
    <>
      <RemainingCredits />
      <p className="hint">
        {rich(
          "<changes>See every change of your credits</changes>. When they run out, calls are refused and nothing is charged. <alerts>Be told before that</alerts>, or buy more below.",
          { alerts, changes },
        )}
      </p>
      <section className="card" aria-labelledby="current-title">
        <h2 id="current-title">{t("Your plan")}</h2>
        <QueryBoundary query={query}>
          {(subscription) => (
            <CurrentPlan {...{ subscription, cycle }} plans={plans.data?.items ?? []} onRenew={setAsked} />
          )}
        </QueryBoundary>
      </section>
      <section aria-labelledby="plans-title">
        <h2 id="plans-title">{t("Plans")}</h2>
        <p className="hint">
          {t(
            "You pay on the page of the payment provider. A plan does not renew by itself. A larger plan starts when it is paid and keeps your remaining credits; a smaller one starts when what you have paid for ends.",
          )}{" "}
          {plans.data !== undefined && taxWords(plans.data.tax)}
        </p>
        <QueryBoundary query={plans}>
          {(offered) => <Plans {...{ offered, askedId }} subscription={query.data ?? null} onAsk={setAsked} />}
        </QueryBoundary>
      </section>
      <TopUps tax={plans.data?.tax ?? null} />
    </>
  );
}

/** The credits of the account, their changes, and from when on it is alerted. */
function CreditsView() {
  const me = useApi("GET /v1/users/me", {});
  return (
    <>
      <RemainingCredits />
      <CreditLedger />
      {me.data !== undefined && <AlertSettings percent={me.data.alert_percent} />}
    </>
  );
}

const views: Readonly<Record<BillingView, () => ReactNode>> = {
  plan: PlanView,
  payments: Payments,
  credits: CreditsView,
  details: BillingDetails,
};

const tabs = billingViews.map((view) => [billingPath(view), billingViewNames[view]] as const);

/** A view of the page, below the outcome of a payment and the ways to the other views. */
function Views({ view }: { readonly view: BillingView }) {
  const { stopWaiting, ...payment } = usePaymentReturn();
  const View = views[view];
  return (
    <>
      <PageHeading title={t("Plan and billing")} />
      <Payment {...payment} onStop={stopWaiting} />
      <SecondPayments />
      <ViewTabs label={t("Plan and billing")} views={tabs} current={billingPath(view)} />
      <View />
    </>
  );
}

/** The views with the sections that links of earlier releases name. */
const viewsOfSections: ReadonlyMap<string, BillingView> = new Map([
  ["#alerts", "credits"],
  ["#credits", "credits"],
  ["#payments", "payments"],
]);

/** The credits and the plan of the account, the way to buy more, and what was paid. */
export function Billing() {
  const view = useUrlState().filter("view", billingViews);
  const named = view === undefined ? viewsOfSections.get(location.hash) : undefined;
  if (named !== undefined) return <Redirect to={`${billingPath(named)}${location.hash}`} replace />;
  return <Views view={view ?? "plan"} />;
}
