import type { Db } from "#db/schema.ts";
import type { CreditPool } from "#src/domain/credits/queries.ts";
import type { Plan } from "#src/domain/plans/queries.ts";
import { endOfMonths, findPaidMonths, presentMoment } from "#src/domain/subscriptions/periods.ts";
import type { PlanChange } from "./plan-change.ts";
import { currency, findOffer, type CheckoutRequest } from "./start-checkout.ts";

type Credits = Readonly<Record<CreditPool, number>>;
const none: Credits = { tts: 0, asr: 0 };

/** The change that paying for a plan now would make. */
export interface CheckoutPreview {
  readonly plan: Plan;
  readonly kind: PlanChange["kind"];
  /** Paise. */
  readonly amount: number;
  readonly currency: string;
  /** The period of the plan. */
  readonly startsAt: Date;
  readonly endsAt: Date;
  /** The credits that the plan brings. */
  readonly granted: Credits;
  /** The unused credits of the running cycle. */
  readonly remaining: Credits;
  /** The part of those credits that can be used until the plan's end. */
  readonly carriedOver: Credits;
  /** The part of those credits that ends before the plan begins, unless it is used. */
  readonly expiring: Credits;
  /** The time at which that part ends; null where nothing does. */
  readonly expiresAt: Date | null;
}

/**
 * Tells what a payment for a plan would change, and changes nothing.
 * @throws DomainError `plan_not_found`, `plan_not_purchasable`, `subscription_exists`
 */
export async function previewCheckout(
  { db }: { readonly db: Db },
  purchase: Pick<CheckoutRequest, "userId" | "planId">,
): Promise<CheckoutPreview> {
  const { plan, terms, change } = await findOffer(db, purchase);
  const { kind, isImmediate, running } = change;
  const remaining = running?.remaining ?? none;
  const period = await periodOf(db, change, terms.months);
  return {
    ...{ plan, kind, amount: terms.amount, currency, remaining },
    ...{ startsAt: period.start, endsAt: period.end },
    granted: { tts: terms.tts_credits, asr: terms.asr_credits },
    carriedOver: isImmediate ? remaining : none,
    expiring: isImmediate ? none : remaining,
    expiresAt: isImmediate ? null : (running?.order.period_end ?? null),
  };
}

async function periodOf(db: Db, { live, isImmediate }: PlanChange, months: number) {
  if (live === null || isImmediate) {
    const start = await presentMoment(db);
    return { start, end: await endOfMonths(db, start, months) };
  }
  const paid = await findPaidMonths(db, live.id);
  return { start: live.current_period_end, end: await endOfMonths(db, paid.anchor, paid.months + months) };
}
