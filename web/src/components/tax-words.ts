import type { PlanList } from "#web/api/types.ts";
import { t } from "#web/messages/translate.ts";

/** The sentence about the tax on prices; null where they include none. */
export const taxWords = (tax: PlanList["tax"]): string | null =>
  tax === null ? null : t("Prices include {percent}% {tax}.", { percent: `${tax.percent}`, tax: tax.label });
