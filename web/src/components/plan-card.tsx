import type { ReactNode } from "react";
import type { Plan } from "#web/api/types.ts";
import { formatPrice } from "#web/format.ts";
import { creditsOf } from "./credit-words.ts";
import { monthlyPrice, unitWords } from "./unit-price.ts";
import { type Message, rich, t } from "#web/messages/translate.ts";

interface PlanCardProps {
  readonly plan: Plan;
  readonly current?: boolean;
  readonly recommended?: boolean;
  /** The button of the plan. */
  readonly children: ReactNode;
}

const prices = {
  monthly: "{price}<soft> a month</soft>",
  yearly: "{price}<soft> a year</soft>",
} as const satisfies Readonly<Record<Plan["billing_cycle"], Message>>;

const soft = (words: ReactNode): ReactNode => <span className="soft">{words}</span>;

const unitOf = ({ price_inr: priceInr, tts_credits_per_cycle: characters, asr_credits_per_cycle: seconds }: Plan) =>
  unitWords({ priceInr, characters, seconds });

/** One plan with its price and what it brings, as an item of a list. */
export const PlanCard = ({ plan, current = false, recommended = false, children }: PlanCardProps) => (
  <li className="card plan" data-current={current} data-recommended={recommended}>
    <h3>
      {plan.display_name} {recommended && <span className="badge">{t("Recommended")}</span>}
    </h3>
    <p className="price">
      {plan.price_inr === 0
        ? formatPrice(0)
        : rich(prices[plan.billing_cycle], { price: formatPrice(plan.price_inr), soft })}
    </p>
    <p>
      {creditsOf(plan.tts_credits_per_cycle, plan.asr_credits_per_cycle)}
      {plan.billing_cycle === "yearly" && (
        <span className="soft plan-unit">
          {t("That is {price} a month.", { price: formatPrice(monthlyPrice(plan)) })}
        </span>
      )}
      {plan.price_inr > 0 && <span className="soft plan-unit">{unitOf(plan)}</span>}
    </p>
    {children}
  </li>
);
