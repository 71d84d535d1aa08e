import { randomUUID } from "node:crypto";
import type { Db } from "#db/schema.ts";
import { findOfferedPlan } from "#src/domain/plans/queries.ts";
import {
  ensurePendingSubscription,
  findLiveSubscription,
  lockBuyer,
  setCurrentOrder,
} from "#src/domain/subscriptions/queries.ts";
import { DomainError } from "#src/errors.ts";
import type { PaymentClient } from "#src/providers/payments/payment-provider.ts";
import { abandonOrder, findOpenOrder, insertOrder, type Order } from "./queries.ts";

/** Where plans are sold; `client` is null when no payment provider is configured. */
export interface CheckoutContext {
  readonly db: Db;
  readonly client: PaymentClient | null;
}

/** Who wants to pay for which plan. */
export interface Purchase {
  readonly userId: string;
  readonly planId: string;
  /** Of the call, which the order is found by. */
  readonly requestId: string;
}

export const currency = "INR";
export const paisePerRupee = 100;
const monthsOf = { monthly: 1, yearly: 12 } as const;
const termNames = ["amount", "currency", "months", "tts_credits", "asr_credits"] as const;
/** What is paid, and what is got for it. */
type Terms = Pick<Order, (typeof termNames)[number]>;

/**
 * Makes the order by which an account pays for a plan: to begin a subscription, or to extend the one that it has. One
 * that is open on the same terms is that order; on other terms, it is offered no longer. Nothing is kept when it fails.
 * @throws DomainError `plan_not_found`, `plan_not_purchasable`, `subscription_exists`, `payments_not_configured`,
 * `payment_provider_error`
 */
export async function startCheckout({ db, client }: CheckoutContext, purchase: Purchase): Promise<Order> {
  const { terms, open } = await findOffer(db, purchase);
  if (client === null) throw new DomainError("payments_not_configured");
  if (open !== null && isSame(open, terms)) return open;
  const { amount } = terms;
  // No lock is held while the provider takes its time.
  const orderId = await client.createOrder({ amount, currency, receipt: purchase.requestId });
  const order = await db.transaction().execute((trx) => keepOrder(trx, purchase, { orderId, terms }));
  // The plan was changed meanwhile.
  return order ?? startCheckout({ db, client }, purchase);
}

interface Offer {
  readonly terms: Terms;
  readonly open: Order | null;
  /** The subscription that the plan would extend. */
  readonly extends: string | null;
}

async function findOffer(db: Db, { userId, planId }: Purchase): Promise<Offer> {
  const plan = await findOfferedPlan(db, planId);
  if (plan === null) throw new DomainError("plan_not_found");
  if (plan.price_inr === 0) throw new DomainError("plan_not_purchasable");
  const live = await findLiveSubscription(db, userId);
  const same = live?.plan_id === planId ? live : null;
  if (same?.status === "active" && !same.is_renewable) throw new DomainError("subscription_exists");
  const terms = {
    amount: plan.price_inr * paisePerRupee,
    currency,
    months: monthsOf[plan.billing_cycle],
    tts_credits: plan.tts_credits_per_cycle,
    asr_credits: plan.asr_credits_per_cycle,
  };
  return { terms, open: await findOpenOrder(db, { user_id: userId, plan_id: planId }), extends: same?.id ?? null };
}

/** True when two orders cost the same and bring the same. */
export const isSame = (one: Terms, other: Terms): boolean => termNames.every((name) => one[name] === other[name]);

/** @returns the order that counts now; null when the one that was made is on other terms than the plan has now */
async function keepOrder(
  db: Db,
  purchase: Purchase,
  made: { readonly orderId: string; readonly terms: Terms },
): Promise<Order | null> {
  const { userId: user_id, planId: plan_id, requestId: request_id } = purchase;
  await lockBuyer(db, user_id);
  const { terms, open, extends: extended } = await findOffer(db, purchase);
  if (open !== null && isSame(open, terms)) return open;
  if (!isSame(made.terms, terms)) return null;
  if (open !== null) await abandonOrder(db, open.id);
  const subscription_id = extended ?? (await ensurePendingSubscription(db, { id: randomUUID(), user_id, plan_id }));
  const facts = { id: made.orderId, request_id, user_id, subscription_id, plan_id, ...made.terms };
  const order = await insertOrder(db, facts);
  if (order === null) throw new DomainError("payment_provider_error");
  await setCurrentOrder(db, subscription_id, order.id);
  return order;
}
