import type { Plan } from "#web/api/types.ts";
import { formatAmount } from "#web/format.ts";
import { t } from "#web/messages/translate.ts";

const paisePerRupee = 100;

/** The price of one of so many parts of what rupees buy. */
export const unitPrice = (priceInr: number, parts: number): string =>
  formatAmount((paisePerRupee * priceInr) / parts, "INR");

interface Offer {
  readonly priceInr: number;
  readonly characters: number;
  readonly seconds: number;
}

/** The price of a unit of what is offered, where the other pool, if there is one, is left unused. */
export function unitWords({ priceInr, characters, seconds }: Offer): string {
  if (characters === 0) return t("{price} per hour of recordings", { price: unitPrice(priceInr, seconds / 3600) });
  const perCharacters = { price: unitPrice(priceInr, characters / 1000) };
  return seconds === 0
    ? t("{price} per 1,000 characters", perCharacters)
    : t("{price} per 1,000 characters, if you use speech alone", perCharacters);
}

/** The price of a month of a plan, in whole rupees. */
export const monthlyPrice = ({ price_inr: price, billing_cycle: cycle }: Plan): number =>
  Math.round(cycle === "yearly" ? price / 12 : price);
