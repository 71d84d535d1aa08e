import { formatCount, formatNumber } from "#web/format.ts";
import { t } from "#web/messages/translate.ts";

/** A price that may turn out higher: numbers and signs are not counted as they are spoken yet. */
export const aboutCredits = (credits: number): string => t("about {cost}", { cost: formatCount(credits, "credit") });

/** The price of work in credits, beside the credits that remain where they are known. `isExact` is false of one that may be higher. */
export function costWords(credits: number, remaining: number | undefined, isExact = true): string {
  const cost = isExact ? formatCount(credits, "credit") : aboutCredits(credits);
  return remaining === undefined
    ? t("Costs {cost}.", { cost })
    : t("Costs {cost} of {remaining} remaining.", { cost, remaining: formatNumber(remaining) });
}
