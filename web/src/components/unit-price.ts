import type { Plan } from "#web/api/types.ts";
import { formatAmount } from "#web/format.ts";

const paisePerRupee = 100;

/** The price of one of so many parts of what rupees buy. */
export const unitPrice = (priceInr: number, parts: number): string =>
  formatAmount((paisePerRupee * priceInr) / parts, "INR");

/** The price of a month of a plan, in whole rupees. */
export const monthlyPrice = ({ price_inr: price, billing_cycle: cycle }: Plan): number =>
  Math.round(cycle === "yearly" ? price / 12 : price);
