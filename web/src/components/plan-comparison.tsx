import { useState } from "react";
import type { Plan } from "#web/api/types.ts";
import { formatDuration, formatNumber, formatPrice } from "#web/format.ts";
import { SelectField } from "./field.tsx";
import { monthlyPrice, unitPrice } from "./unit-price.ts";
import { type Message, t } from "#web/messages/translate.ts";

/** The characters of English that the natural voices speak in a second. */
const charactersPerSecond = 15;

const isFree = ({ price_inr: price }: Plan): boolean => price === 0;

type Interval = Plan["billing_cycle"] | "once";

/** The interval of new credits: those of the free plan come once. */
const intervalOf = (plan: Plan): Interval => (isFree(plan) ? "once" : plan.billing_cycle);

type Wording = Readonly<Record<Interval, Message>>;

const priceWords: Wording = { once: "Free", monthly: "{price} a month", yearly: "{price} a year, {monthly} a month" };
const speechWords: Wording = {
  once: "{characters} characters once",
  monthly: "{characters} characters a month",
  yearly: "{characters} characters a year",
};
const transcriptionWords: Wording = {
  once: "{duration} of recordings once",
  monthly: "{duration} of recordings a month",
  yearly: "{duration} of recordings a year",
};
const unusedWords: Wording = {
  once: "Kept",
  monthly: "Expire at the end of the month",
  yearly: "Expire at the end of the year",
};

/** The price of one of so many parts of a pool of credits, where the other pool is left unused. */
function costOf({ price_inr: price }: Plan, parts: number): string {
  if (price === 0) return formatPrice(0);
  return parts === 0 ? "–" : unitPrice(price, parts);
}

const pricePerCharacter = ({ price_inr: price, tts_credits_per_cycle: characters }: Plan): number => price / characters;

/** The saving of a yearly plan against the monthly one with the lowest price per character. */
function savingOf(plan: Plan, plans: readonly Plan[]): string {
  const [monthly] = plans
    .filter((other) => other.billing_cycle === "monthly" && !isFree(other))
    .toSorted((one, other) => pricePerCharacter(one) - pricePerCharacter(other));
  if (plan.billing_cycle !== "yearly" || monthly === undefined) return "–";
  const percent = Math.round(100 * (1 - pricePerCharacter(plan) / pricePerCharacter(monthly)));
  return percent > 0
    ? t("{percent}% less a character than {plan}", { percent: formatNumber(percent), plan: monthly.display_name })
    : "–";
}

const priceOf = (plan: Plan): string =>
  t(priceWords[intervalOf(plan)], {
    price: formatPrice(plan.price_inr),
    monthly: formatPrice(monthlyPrice(plan)),
  });

type Feature = readonly [name: string, of: (plan: Plan, plans: readonly Plan[]) => string];

/** The features of the plans, each with its value for a plan. */
const features: readonly Feature[] = [
  [t("Price"), priceOf],
  [t("Yearly saving"), savingOf],
  [t("Speech"), (plan) => t(speechWords[intervalOf(plan)], { characters: formatNumber(plan.tts_credits_per_cycle) })],
  [
    t("That is about"),
    (plan) => t("{duration} of speech", { duration: formatDuration(plan.tts_credits_per_cycle / charactersPerSecond) }),
  ],
  [
    t("Transcription"),
    (plan) => t(transcriptionWords[intervalOf(plan)], { duration: formatDuration(plan.asr_credits_per_cycle) }),
  ],
  [t("1,000 characters, if you use speech alone"), (plan) => costOf(plan, plan.tts_credits_per_cycle / 1000)],
  [
    t("An hour of recordings, if you use transcription alone"),
    (plan) => costOf(plan, plan.asr_credits_per_cycle / 3600),
  ],
  [t("Unused credits"), (plan) => t(unusedWords[intervalOf(plan)])],
];

interface PlanComparisonProps {
  readonly plans: readonly Plan[];
  /** The plan that the account has; null where this is not known. */
  readonly currentId: string | null;
}

/** Compares the plans, feature by feature: all of them, or on a narrow screen one that is chosen. */
export function PlanComparison({ plans, currentId }: PlanComparisonProps) {
  const [chosenId, setChosen] = useState<string | null>(null);
  const chosen = plans.find(({ plan_id: id }) => id === (chosenId ?? currentId)) ?? plans.find((plan) => !isFree(plan));
  return (
    <details className="card">
      <summary>
        <h3>{t("Compare plans")}</h3>
      </summary>
      <p>
        {t(
          "All plans include the API and the dashboard, all voices and languages, custom voices and all audio formats, with the same rate limits and parallel requests.",
        )}
      </p>
      <div className="comparison-choice">
        <SelectField
          label={t("Plan")}
          value={chosen?.plan_id ?? ""}
          onChange={setChosen}
          choices={plans.map((plan) => [plan.plan_id, plan.display_name] as const)}
        />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard */}
      <section className="comparison" tabIndex={0} aria-label={t("Comparison of the plans")}>
        <table>
          <thead>
            <tr>
              <td aria-label={t("Feature")} />
              {plans.map((plan) => (
                <th key={plan.plan_id} scope="col" data-chosen={plan === chosen}>
                  {plan.display_name} {plan.plan_id === currentId && <span className="badge">{t("Your plan")}</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {features.map(([name, of]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {plans.map((plan) => (
                  <td key={plan.plan_id} data-chosen={plan === chosen}>
                    {of(plan, plans)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
