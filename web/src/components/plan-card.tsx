import type { ReactNode } from "react";
import type { Plan } from "#web/api/types.ts";
import { formatDuration, formatNumber, formatPrice } from "#web/format.ts";
import { type Message, rich, t } from "#web/messages/translate.ts";

interface PlanCardProps {
  readonly plan: Plan;
  readonly current?: boolean;
  /** The button of the plan. */
  readonly children: ReactNode;
}

const prices = {
  monthly: "{price}<soft> a month</soft>",
  yearly: "{price}<soft> a year</soft>",
} as const satisfies Readonly<Record<Plan["billing_cycle"], Message>>;

const soft = (words: ReactNode): ReactNode => <span className="soft">{words}</span>;

/** One plan with its price and what it brings, as an item of a list. */
export const PlanCard = ({ plan, current = false, children }: PlanCardProps) => (
  <li className="card plan" data-current={current}>
    <h3>{plan.display_name}</h3>
    <p className="price">
      {plan.price_inr === 0
        ? formatPrice(0)
        : rich(prices[plan.billing_cycle], { price: formatPrice(plan.price_inr), soft })}
    </p>
    <ul className="plain">
      <li>{t("{characters} characters", { characters: formatNumber(plan.tts_credits_per_cycle) })}</li>
      <li>{t("{duration} of recordings", { duration: formatDuration(plan.asr_credits_per_cycle) })}</li>
    </ul>
    {children}
  </li>
);
