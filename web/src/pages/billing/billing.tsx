import { type ReactNode, useState } from "react";
import { useApi } from "#web/api/use-api.ts";
import { AlertSettings } from "#web/components/alert-settings.tsx";
import { Credits } from "#web/components/credits.tsx";
import { QueryBoundary } from "#web/components/notice.tsx";
import { PageHeading } from "#web/components/page-heading.tsx";
import { taxWords } from "#web/components/tax-words.ts";
import { rich, t } from "#web/messages/translate.ts";
import { BillingDetails } from "./billing-details.tsx";
import { CreditLedger } from "./credit-ledger.tsx";
import { CurrentPlan } from "./current-plan.tsx";
import { Payment } from "./payment.tsx";
import { Payments } from "./payments.tsx";
import { Plans } from "./plans.tsx";
import { planOfAddress } from "./purchase-dialog.tsx";
import { TopUps } from "./top-ups.tsx";
import { usePaymentReturn } from "./use-payment-return.ts";
import { useSubscription } from "#web/components/use-subscription.ts";

const alerts = (words: ReactNode): ReactNode => <a href="#alerts">{words}</a>;
const changes = (words: ReactNode): ReactNode => <a href="#credits">{words}</a>;

/** The credits and the plan of the account, the way to buy more, and what was paid. */
export function Billing() {
  // Before the address is cleared of what the payment provider said.
  const [askedId, setAsked] = useState(planOfAddress);
  const query = useSubscription();
  const { stopWaiting, ...payment } = usePaymentReturn();
  const plans = useApi("GET /v1/plans", {});
  const report = useApi("GET /v1/usage", {});
  const me = useApi("GET /v1/users/me", {});
  const cycle = report.data?.credits.cycle ?? null;
  return (
    <>
      <PageHeading title={t("Plan and billing")} />
      <Payment {...payment} onStop={stopWaiting} />
      <QueryBoundary query={report}>{({ credits }) => <Credits credits={credits} />}</QueryBoundary>
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
      <TopUps />
      <Payments />
      <CreditLedger />
      {me.data !== undefined && <AlertSettings percent={me.data.alert_percent} />}
      <BillingDetails />
    </>
  );
}
