import { randomUUID } from "node:crypto";
import type { Db } from "#db/schema.ts";
import { findOfferedPlan, monthsOf, paisePerRupee, type Plan } from "#src/domain/plans/queries.ts";
import {
  ensurePendingSubscription,
  type LiveSubscription,
  setCurrentOrder,
} from "#src/domain/subscriptions/queries.ts";
import { DomainError } from "#src/errors.ts";
import type { PaymentClient } from "#src/providers/payments/payment-provider.ts";
import { findPlanChange, type PlanChange } from "./plan-change.ts";
import { abandonOrder, findOpenOrder, findOrder, insertOrder, type Order } from "./queries.ts";
import { lockAccount } from "#src/domain/accounts/queries.ts";

/** The resources of a checkout; `client` is null when no payment provider is configured. */
export interface CheckoutContext {
  readonly db: Db;
  readonly client: PaymentClient | null;
}

/** Who wants to pay for which plan. */
export interface CheckoutRequest {
  readonly userId: string;
  readonly planId: string;
  /** The id of the call, by which the order is found. */
  readonly requestId: string;
}

export const currency = "INR";
const termNames = ["amount", "currency", "months", "tts_credits", "asr_credits"] as const;
/** The price, and what is bought for it. */
type Terms = Pick<Order, (typeof termNames)[number]>;

/**
 * Makes the order by which an account pays for a plan: to begin a subscription, or to extend the one that it has. One
 * that is open on the same terms is that order; on other terms, it is offered no longer. Nothing is kept when it fails.
 * @throws DomainError `plan_not_found`, `plan_not_purchasable`, `subscription_exists`, `payments_not_configured`,
 * `payment_provider_error`
 */
export async function startCheckout({ db, client }: CheckoutContext, purchase: CheckoutRequest): Promise<Order> {
  const { terms } = await findOffer(db, purchase);
  const open = await openOrderFor(db, purchase);
  if (client === null) throw new DomainError("payments_not_configured");
  if (open !== null && isSame(open, { ...terms, provider: client.provider })) return open;
  const { amount } = terms;
  // No lock is held while the provider takes its time.
  const providerOrderId = await client.createOrder({ amount, currency, receipt: purchase.requestId });
  const made = { provider: client.provider, providerOrderId, terms };
  const order = await db.transaction().execute((trx) => keepOrder(trx, purchase, made));
  // The plan was changed meanwhile.
  return order ?? startCheckout({ db, client }, purchase);
}

/** A plan as an account can buy it now. */
export interface Offer {
  readonly plan: Plan;
  readonly terms: Terms;
  readonly change: PlanChange;
}

/**
 * Finds what an account would pay for a plan now, and what that would change.
 * @throws DomainError `plan_not_found`, `plan_not_purchasable`, `subscription_exists`
 */
export async function findOffer(
  db: Db,
  { userId, planId }: Pick<CheckoutRequest, "userId" | "planId">,
): Promise<Offer> {
  const plan = await findOfferedPlan(db, planId);
  if (plan === null) throw new DomainError("plan_not_found");
  if (plan.price_inr === 0) throw new DomainError("plan_not_purchasable");
  const terms = termsOf(plan);
  const change = await findPlanChange(db, userId, { ...terms, plan_id: planId });
  if (await isPaidAhead(db, planId, change)) throw new DomainError("subscription_exists");
  return { plan, terms, change };
}

const termsOf = (plan: Plan): Terms => ({
  amount: plan.price_inr * paisePerRupee,
  currency,
  months: monthsOf[plan.billing_cycle],
  tts_credits: plan.tts_credits_per_cycle,
  asr_credits: plan.asr_credits_per_cycle,
});

/** The plans on offer whose checkout would be refused now with `subscription_exists`: at most the running one and the last one paid. */
export async function listPlansPaidAhead(db: Db, live: LiveSubscription): Promise<readonly string[]> {
  const last = await findOrder(db, live.order_id);
  const ids = new Set([live.plan_id, last?.plan_id ?? live.plan_id]);
  const found = await Promise.all(
    [...ids].map(async (id) => {
      const plan = await findOfferedPlan(db, id);
      if (plan === null) return [];
      const change = await findPlanChange(db, live.user_id, { ...termsOf(plan), plan_id: id });
      return (await isPaidAhead(db, id, change)) ? [id] : [];
    }),
  );
  return found.flat();
}

/** True when a plan that would follow what is paid runs already, or is the last one paid, and that does not end soon. */
async function isPaidAhead(db: Db, planId: string, { live, isImmediate }: PlanChange): Promise<boolean> {
  if (live === null || isImmediate || live.status !== "active" || live.is_renewable) return false;
  return live.plan_id === planId || (await findOrder(db, live.order_id))?.plan_id === planId;
}

const openOrderFor = (db: Db, { userId, planId }: CheckoutRequest): Promise<Order | null> =>
  findOpenOrder(db, { user_id: userId, plan_id: planId });

/** True when an order is at this provider, costs so much and brings the same. */
export const isSame = (order: Order, terms: Terms & Pick<Order, "provider">): boolean =>
  order.provider === terms.provider && areSame(order, terms);

const areSame = (one: Terms, other: Terms): boolean => termNames.every((name) => one[name] === other[name]);

/** @returns the order that counts now; null when the one that was made is on other terms than the plan has now */
async function keepOrder(
  db: Db,
  purchase: CheckoutRequest,
  made: { readonly provider: string; readonly providerOrderId: string; readonly terms: Terms },
): Promise<Order | null> {
  const { userId: user_id, planId: plan_id, requestId: request_id } = purchase;
  await lockAccount(db, user_id);
  const { terms, change } = await findOffer(db, purchase);
  const open = await openOrderFor(db, purchase);
  const { provider, providerOrderId } = made;
  if (open !== null && isSame(open, { ...terms, provider })) return open;
  if (!areSame(made.terms, terms)) return null;
  if (open !== null) await abandonOrder(db, open.id);
  const extended = change.live?.plan_id === plan_id ? change.live.id : null;
  const subscription_id = extended ?? (await ensurePendingSubscription(db, { id: randomUUID(), user_id, plan_id }));
  const ids = { id: randomUUID(), provider, provider_order_id: providerOrderId, request_id };
  const facts = { ...ids, user_id, subscription_id, plan_id, ...made.terms };
  const order = await insertOrder(db, facts);
  if (order === null) throw new DomainError("payment_provider_error");
  await setCurrentOrder(db, subscription_id, order.id);
  return order;
}
