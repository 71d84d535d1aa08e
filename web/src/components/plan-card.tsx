import type { ReactNode } from "react";
import type { Plan } from "#web/api/types.ts";
import { formatDuration, formatNumber, formatPrice } from "#web/format.ts";

interface PlanCardProps {
  readonly plan: Plan;
  readonly current?: boolean;
  /** The button of the plan. */
  readonly children: ReactNode;
}

const cycles = { monthly: "a month", yearly: "a year" } as const;

/** One plan with its price and what it brings, as an item of a list. */
export const PlanCard = ({ plan, current = false, children }: PlanCardProps) => (
  <li className="card plan" data-current={current}>
    <h3>{plan.display_name}</h3>
    <p className="price">
      {formatPrice(plan.price_inr)}
      {plan.price_inr > 0 && <span className="soft"> {cycles[plan.billing_cycle]}</span>}
    </p>
    <ul className="plain">
      <li>{formatNumber(plan.tts_credits_per_cycle)} characters</li>
      <li>{formatDuration(plan.asr_credits_per_cycle)} of recordings</li>
    </ul>
    {children}
  </li>
);
