import type { PlanList } from "#web/api/types.ts";
import { t } from "#web/messages/translate.ts";

/** The sentence about the tax on prices. */
export const taxWords = (tax: PlanList["tax"]): string =>
  tax === null
    ? t("Nothing is added to the price.")
    : t("Prices include {percent}% {tax}.", { percent: `${tax.percent}`, tax: tax.label });
