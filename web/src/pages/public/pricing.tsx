import { signUpAddress } from "#web/api/session.ts";
import type { Plan } from "#web/api/types.ts";
import { useApi } from "#web/api/use-api.ts";
import { isSignedIn } from "#web/components/site.ts";
import { EmptyState, QueryBoundary } from "#web/components/notice.tsx";
import { PlanCard } from "#web/components/plan-card.tsx";
import { PlanComparison } from "#web/components/plan-comparison.tsx";
import { taxWords } from "#web/components/tax-words.ts";
import { t } from "#web/messages/translate.ts";

const minuteMs = 60_000;

/** Where a plan is bought, or begun with: by way of a new account for those who have not signed in. */
function addressOf({ plan_id: planId, price_inr: price }: Plan): string {
  const page = price === 0 ? "/account" : `/account/billing?${new URLSearchParams({ plan: planId }).toString()}`;
  return isSignedIn() ? page : signUpAddress(page);
}

const actionOf = ({ price_inr: price }: Plan): string => (price === 0 ? t("Get started") : t("Choose"));

/** The same for those who hear the button alone. */
const labelOf = ({ price_inr: price, display_name: plan }: Plan): string =>
  price === 0 ? t("Get started with {plan}", { plan }) : t("Choose {plan}", { plan });

/** The plan that is recommended: the cheapest that is paid for each month; none where there is no choice. */
function recommendedOf(plans: readonly Plan[]): Plan | undefined {
  const paid = plans.filter(({ price_inr: price, billing_cycle: cycle }) => price > 0 && cycle === "monthly");
  return plans.length > 1 ? paid.toSorted((left, right) => left.price_inr - right.price_inr)[0] : undefined;
}

const Cards = ({ plans }: { readonly plans: readonly Plan[] }) =>
  plans.length === 0 ? (
    <EmptyState>{t("No plans are available at the moment.")}</EmptyState>
  ) : (
    <>
      <ul className="plans">
        {plans.map((plan) => (
          <PlanCard key={plan.plan_id} plan={plan} recommended={plan === recommendedOf(plans)}>
            <a
              className={plan === recommendedOf(plans) ? "button" : "button quiet"}
              href={addressOf(plan)}
              aria-label={labelOf(plan)}
            >
              {actionOf(plan)}
            </a>
          </PlanCard>
        ))}
      </ul>
      <PlanComparison plans={plans} currentId={null} />
    </>
  );

/** The plans that are on offer. */
export function Pricing() {
  const plans = useApi("GET /pricing.json", {}, { staleTime: minuteMs });
  return (
    <section id="prices" aria-labelledby="prices-title">
      <h2 id="prices-title">{t("Pricing")}</h2>
      <p>
        {t(
          "One credit is one character of speech or one second of transcription; numbers and signs that take many more words to say count as those words. Paid plans include new credits in every billing cycle; the free plan includes them once. A plan does not renew by itself. Prices are in Indian rupees (INR); your bank converts other currencies.",
        )}
      </p>
      <QueryBoundary query={plans}>
        {({ items, tax }) => (
          <>
            {tax !== null && <p className="hint">{taxWords(tax)}</p>}
            <Cards plans={items} />
          </>
        )}
      </QueryBoundary>
    </section>
  );
}
