import type { Payment } from "#web/api/types.ts";
import { formatAmount } from "#web/format.ts";

/** The state of a payment, in words. */
export function paymentState({ refunded, amount, currency }: Payment): string {
  if (refunded === 0) return "Paid";
  return refunded >= amount ? "Refunded" : `${formatAmount(refunded, currency)} refunded`;
}
