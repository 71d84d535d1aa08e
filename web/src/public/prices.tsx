import type { Plan } from "#web/api/types.ts";
import { useApi } from "#web/api/use-api.ts";
import { Empty, Loaded } from "#web/parts/notice.tsx";
import { PlanCard } from "#web/parts/plan-card.tsx";

const minuteMs = 60_000;

const Cards = ({ plans }: { readonly plans: readonly Plan[] }) =>
  plans.length === 0 ? (
    <Empty>Nothing is on offer just now.</Empty>
  ) : (
    <ul className="plans">
      {plans.map((plan) => (
        <PlanCard key={plan.plan_id} plan={plan}>
          <a
            className="button quiet"
            href="/auth/login?return_to=/account/billing"
            aria-label={`${plan.price_inr === 0 ? "Begin with" : "Choose"} ${plan.display_name}`}
          >
            {plan.price_inr === 0 ? "Begin" : "Choose"}
          </a>
        </PlanCard>
      ))}
    </ul>
  );

/** The plans that are on offer. */
export function Prices() {
  const plans = useApi("GET /pricing.json", {}, { staleTime: minuteMs });
  return (
    <section id="prices" aria-labelledby="prices-title">
      <h2 id="prices-title">Prices</h2>
      <p>
        One credit speaks a character or listens to a second. Credits of a paid plan come anew with every cycle, those
        of the free one once.
      </p>
      <Loaded query={plans}>{({ items }) => <Cards plans={items} />}</Loaded>
    </section>
  );
}
