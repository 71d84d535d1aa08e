import { randomBytes, randomUUID } from "node:crypto";
import type { Insertable } from "kysely";
import type { Database } from "#db/schema.ts";
import type { Resources } from "#src/platform/resources.ts";

const dayMs = 24 * 3_600_000;

/** A plan of its own, so that changing it disturbs no other test. @returns its id */
export async function insertPlan(
  { db }: Resources,
  plan: Partial<Insertable<Database["plans"]>> = {},
): Promise<string> {
  const id = `plan-${randomBytes(6).toString("hex")}`;
  await db
    .insertInto("plans")
    .values({
      ...{ id, display_name: "Some plan", price_inr: 100, billing_cycle: "monthly", position: 99 },
      ...{ tts_credits_per_cycle: 1_000, asr_credits_per_cycle: 500, ...plan },
    })
    .execute();
  return id;
}

export interface SubscriptionFacts {
  readonly userId: string;
  readonly planId: string;
  readonly status: Database["subscriptions"]["status"];
  /** Days from now until the end of what is paid. */
  readonly endsInDays: number;
}

/** A subscription that was paid, as if by an order of long ago. @returns its id */
export async function insertSubscription(
  { db }: Resources,
  { userId, planId, status, endsInDays }: SubscriptionFacts,
): Promise<string> {
  const id = randomUUID();
  const end = new Date(Date.now() + endsInDays * dayMs);
  const start = new Date(end.getTime() - 30 * dayMs);
  await db
    .insertInto("subscriptions")
    .values({
      ...{ id, user_id: userId, plan_id: planId, status, anchor_at: start, paid_months: 1 },
      ...{ current_period_start: start, current_period_end: end, order_id: newOrderId() },
    })
    .execute();
  return id;
}

/** An order of this account for a plan at its present price, which waits to be paid. @returns its id */
export async function insertOpenOrder({ db }: Resources, userId: string, planId: string): Promise<string> {
  const plan = await db.selectFrom("plans").selectAll().where("id", "=", planId).executeTakeFirstOrThrow();
  const id = newOrderId();
  const subscription = { id: randomUUID(), user_id: userId, plan_id: planId, status: "pending", order_id: id } as const;
  await db.insertInto("subscriptions").values(subscription).execute();
  await db
    .insertInto("payment_orders")
    .values({
      ...{
        id,
        provider: "razorpay",
        provider_order_id: id,
        request_id: randomUUID(),
        user_id: userId,
        subscription_id: subscription.id,
        plan_id: planId,
      },
      ...{ status: "open", amount: plan.price_inr * 100, currency: "INR", months: 1 },
      ...{ tts_credits: plan.tts_credits_per_cycle, asr_credits: plan.asr_credits_per_cycle },
    })
    .execute();
  return id;
}

const newOrderId = (): string => `order_${randomBytes(7).toString("hex")}`;
