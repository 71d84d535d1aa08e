import { formatCount, formatNumber } from "#web/format.ts";
import { t } from "#web/messages/translate.ts";

/** The price of work in credits, beside the credits that remain where they are known. */
export function costWords(credits: number, remaining: number | undefined): string {
  const cost = formatCount(credits, "credit");
  return remaining === undefined
    ? t("Costs {cost}.", { cost })
    : t("Costs {cost} of {remaining} remaining.", { cost, remaining: formatNumber(remaining) });
}
