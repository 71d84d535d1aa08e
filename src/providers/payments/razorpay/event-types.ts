const types: ReadonlySet<string> = new Set([
  "payment.authorized",
  "payment.captured",
  "payment.failed",
  "order.paid",
  "refund.processed",
]);

/** True for the events of the provider that concern an order of ours; all others are taken and ignored. */
export const isPaymentEventType = (type: string): boolean => types.has(type);
