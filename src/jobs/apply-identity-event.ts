import { exponentialBackoffMs, type JobContract } from "./contract.ts";

/** Brings an account to what a stored event of the identity provider says; an erasure must not be given up soon. */
export const applyIdentityEvent = {
  name: "apply-identity-event",
  queue: "billing",
  attempts: 30,
  backoffMs: exponentialBackoffMs,
  timeoutMs: 10 * 60_000,
} as const satisfies JobContract;
