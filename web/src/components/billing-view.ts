/** The views of *Plan and billing*. */
export const billingViews = ["plan", "payments", "credits", "details"] as const;

export type BillingView = (typeof billingViews)[number];

/** The address of a view of *Plan and billing*. */
export const billingPath = (view: BillingView): string =>
  view === "plan" ? "/account/billing" : `/account/billing?view=${view}`;

/** The address of the credit alerts. */
export const alertsPath = `${billingPath("credits")}#alerts`;
