import { exponentialBackoffMs, type JobContract } from "./contract.ts";

/** Brings an order to what a stored event of the payment provider says; money must not be given up soon. */
export const applyPaymentEvent = {
  name: "apply-payment-event",
  queue: "billing",
  attempts: 30,
  backoffMs: exponentialBackoffMs,
  // Longer than anything that it may wait for: a run that is ended by the clock ends the work.
  timeoutMs: 5 * 60_000,
} as const satisfies JobContract;
