import type { Payment } from "#web/api/types.ts";
import { formatAmount } from "#web/format.ts";
import { t } from "#web/messages/translate.ts";

/** The state of a payment, in words. */
export function paymentState({ refunded, amount, currency }: Payment): string {
  if (refunded === 0) return t("Paid");
  return refunded >= amount ? t("Refunded") : t("{amount} refunded", { amount: formatAmount(refunded, currency) });
}
