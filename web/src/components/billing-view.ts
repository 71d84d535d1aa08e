import { t } from "#web/messages/translate.ts";

/** The views of *Plan and billing*. */
export const billingViews = ["plan", "payments", "credits", "details"] as const;

export type BillingView = (typeof billingViews)[number];

export const billingViewNames: Readonly<Record<BillingView, string>> = {
  plan: t("Plan"),
  payments: t("Payments"),
  credits: t("Credits"),
  details: t("Details for receipts"),
};

/** The address of a view of *Plan and billing*. */
export const billingPath = (view: BillingView): string =>
  view === "plan" ? "/account/billing" : `/account/billing?view=${view}`;

/** The address of the credit alerts. */
export const alertsPath = `${billingPath("credits")}#alerts`;
