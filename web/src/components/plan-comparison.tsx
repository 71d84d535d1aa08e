import type { Plan } from "#web/api/types.ts";
import { formatDuration, formatNumber, formatPrice } from "#web/format.ts";

/** The characters of English that the natural voices speak in a second. */
const charactersPerSecond = 15;

const cycles = { monthly: "month", yearly: "year" } as const;
const isFree = ({ price_inr: price }: Plan): boolean => price === 0;

/** The interval of new credits: those of the free plan come once. */
const often = (plan: Plan): string => (isFree(plan) ? "once" : `a ${cycles[plan.billing_cycle]}`);

const monthlyPrice = ({ price_inr: price, billing_cycle: cycle }: Plan): string =>
  formatPrice(Math.round(cycle === "yearly" ? price / 12 : price));

/** The features that set the plans apart, each with its value for a plan. */
const features: readonly (readonly [name: string, of: (plan: Plan) => string])[] = [
  ["Price", (plan) => (isFree(plan) ? "Free" : `${formatPrice(plan.price_inr)} a ${cycles[plan.billing_cycle]}`)],
  ["Price a month", monthlyPrice],
  ["Speech", (plan) => `${formatNumber(plan.tts_credits_per_cycle)} characters ${often(plan)}`],
  ["That is about", (plan) => `${formatDuration(plan.tts_credits_per_cycle / charactersPerSecond)} of speech`],
  ["Transcription", (plan) => `${formatDuration(plan.asr_credits_per_cycle)} of recordings ${often(plan)}`],
  ["Unused credits", (plan) => (isFree(plan) ? "Kept" : `Expire at the end of the ${cycles[plan.billing_cycle]}`)],
  ["API and dashboard", () => "Included"],
  ["All voices and languages", () => "Included"],
  ["Custom voices", () => "Included"],
];

/** Compares the plans, feature by feature. */
export const PlanComparison = ({ plans }: { readonly plans: readonly Plan[] }) => (
  <div className="card">
    <h3>Compare plans</h3>
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard */}
    <section className="comparison" tabIndex={0} aria-label="Comparison of the plans">
      <table>
        <thead>
          <tr>
            <td aria-label="Feature" />
            {plans.map((plan) => (
              <th key={plan.plan_id} scope="col">
                {plan.display_name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {features.map(([name, of]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {plans.map((plan) => (
                <td key={plan.plan_id}>{of(plan)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  </div>
);
