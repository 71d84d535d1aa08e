import { Link } from "wouter";
import { formatCount, formatNumber } from "#web/format.ts";
import { t } from "#web/messages/translate.ts";

interface CostProps {
  readonly credits: number;
  /** The credits that remain; undefined while they are not known. */
  readonly remaining: number | undefined;
}

/** The price of work in credits, beside the credits that remain; where these are too few, with the way to more. */
export function Cost({ credits, remaining }: CostProps) {
  const cost = formatCount(credits, "credit");
  if (remaining === undefined) return t("Costs {cost}.", { cost });
  const words = t("Costs {cost} of {remaining} remaining.", { cost, remaining: formatNumber(remaining) });
  if (credits <= remaining) return words;
  return (
    <>
      <strong className="problem">{words}</strong> <Link href="/account/billing">{t("Get more credits")}</Link>
    </>
  );
}
