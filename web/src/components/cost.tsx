import { Link } from "wouter";
import { formatCount, formatNumber } from "#web/format.ts";
import { t } from "#web/messages/translate.ts";

interface CostProps {
  readonly credits: number;
  /** The credits that remain; undefined while they are not known. */
  readonly remaining: number | undefined;
  /** False of a price that may be higher; true when absent. */
  readonly isExact?: boolean;
}

/** A price that may turn out higher: numbers and signs are not counted as they are spoken yet. */
export const aboutCredits = (credits: number): string => t("about {cost}", { cost: formatCount(credits, "credit") });

/** The price of work in credits, beside the credits that remain; where these are too few, with the way to more. */
export function Cost({ credits, remaining, isExact = true }: CostProps) {
  const cost = isExact ? formatCount(credits, "credit") : aboutCredits(credits);
  if (remaining === undefined) return t("Costs {cost}.", { cost });
  const words = t("Costs {cost} of {remaining} remaining.", { cost, remaining: formatNumber(remaining) });
  if (credits <= remaining) return words;
  return (
    <>
      <strong className="problem">{words}</strong> <Link href="/account/billing">{t("Get more credits")}</Link>
    </>
  );
}
