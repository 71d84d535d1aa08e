import type { Db } from "#db/schema.ts";
import { wouldExceedLimit } from "#src/domain/credits/top-up.ts";
import { findPlanPrice } from "#src/domain/plans/queries.ts";
import { findLiveSubscription, type LiveSubscription } from "#src/domain/subscriptions/queries.ts";
import { findRunningCycle, type RunningCycle } from "./cycle-queries.ts";
import type { Order } from "./queries.ts";

/** The kinds of change that paying for a plan makes to an account. */
export const changeKinds = ["new", "renewal", "upgrade", "downgrade"] as const;

/** The terms of a purchase; `amount` is in paise. */
export type PlanTerms = Pick<Order, "amount" | "months" | "tts_credits" | "asr_credits"> & { readonly plan_id: string };

/** The change when an account pays for a plan now. */
export interface PlanChange {
  readonly kind: (typeof changeKinds)[number];
  /** True when the plan begins as soon as it is paid, with what is left of the running cycle; otherwise it follows what is paid. */
  readonly isImmediate: boolean;
  readonly live: LiveSubscription | null;
  /** Null when no paid cycle runs. */
  readonly running: RunningCycle | null;
}

/**
 * Decides what a payment for a plan does: an upgrade begins at once, and so does a renewal when a pool is nearly used up;
 * any other one follows what is paid. What is left of a cycle is never discarded by a payment.
 */
export async function findPlanChange(db: Db, userId: string, terms: PlanTerms): Promise<PlanChange> {
  const [live, running] = [await findLiveSubscription(db, userId), await findRunningCycle(db, userId)];
  if (live === null) return { kind: "new", isImmediate: true, live, running };
  const isSame = live.plan_id === terms.plan_id;
  if (live.status === "past_due") return { kind: isSame ? "renewal" : "new", isImmediate: !isSame, live, running };
  const kind = isSame ? "renewal" : (await costsMore(db, { live, running }, terms)) ? "upgrade" : "downgrade";
  const isWanted = kind === "upgrade" || (kind === "renewal" && running !== null && isNearlyUsedUp(running));
  const credits = { tts: terms.tts_credits, asr: terms.asr_credits };
  const isImmediate = isWanted && !(await wouldExceedLimit(db, { userId, credits }));
  return { kind, isImmediate, live, running };
}

/** True when at most a fifth is left of the credits that a pool got with the cycle, as a credit alert says. Held credits are not used yet. */
function isNearlyUsedUp({ order, remaining, held }: RunningCycle): boolean {
  const isLow = (pool: "tts" | "asr", credits: number): boolean =>
    credits > 0 && (remaining[pool] + held[pool]) * 5 <= credits;
  return isLow("tts", order.tts_credits) || isLow("asr", order.asr_credits);
}

/** True when terms cost more for a month than what was paid for the running cycle. */
async function costsMore(
  db: Db,
  { live, running }: { readonly live: LiveSubscription; readonly running: RunningCycle | null },
  terms: PlanTerms,
): Promise<boolean> {
  const present = running?.order ?? (await findPlanPrice(db, live.plan_id));
  return isDearer(terms, present);
}

type Price = Pick<Order, "amount" | "months">;

/** True when one price is higher for a month than another one. */
export const isDearer = (one: Price, other: Price): boolean => one.amount * other.months > other.amount * one.months;
