import { type Insertable, type NotNull, type Selectable, sql } from "kysely";
import type { Database, Db } from "#db/schema.ts";

const columns = [
  "subscription.id",
  "subscription.user_id",
  "subscription.plan_id",
  "subscription.current_period_start",
  "subscription.current_period_end",
  "subscription.order_id",
  "paid.provider_order_id",
] as const;

type Row = Selectable<Database["subscriptions"]>;

/** A subscription that counts now: it has begun, so that it has a period and the order that paid for it. */
export interface LiveSubscription extends Pick<Row, "id" | "user_id" | "plan_id" | "status"> {
  readonly current_period_start: Date;
  readonly current_period_end: Date;
  /** The order that paid last. */
  readonly order_id: string;
  /** Null where that order is not kept. */
  readonly provider_order_id: string | null;
  readonly plan_name: string;
  /** The time from which its plan can be bought again in any case: seven days before its end. */
  readonly renewable_from: Date;
  /** True from that time on. */
  readonly is_renewable: boolean;
}

/** As the columns keep it: rounded up, what begins now would begin a moment later. */
export const now = sql<Date>`date_trunc('milliseconds', now())`;
/** Hours, since the database takes days for those of its own time zone, which may have 23 or 25. */
export const gracePeriod = sql`interval '72 hours'`;
/** The end of subscriptions whose grace ends now. */
export const graceEnd = sql<Date>`now() - ${gracePeriod}`;

/** Also before the row says so. */
const isOver = sql<boolean>`subscription.status = 'active' and subscription.current_period_end <= now()`;

/** True for a row `subscription` that counts now. */
export const isLiveSubscription = sql<boolean>`(
  (subscription.status in ('active', 'past_due') and subscription.current_period_end > ${graceEnd})
  or (subscription.status = 'cancelled' and subscription.current_period_end > ${now}))`;

/** Hours again, as of the grace. */
const renewableFrom = sql<Date>`subscription.current_period_end - interval '168 hours'`;

/** The subscription of an account that is active, past due, or cancelled but still running; null when there is none. */
export async function findLiveSubscription(db: Db, userId: string): Promise<LiveSubscription | null> {
  const row = await db
    .selectFrom("subscriptions as subscription")
    .innerJoin("plans as plan", "plan.id", "subscription.plan_id")
    .leftJoin("payment_orders as paid", "paid.id", "subscription.order_id")
    .select(columns)
    .select("plan.display_name as plan_name")
    .select(sql<Row["status"]>`case when ${isOver} then 'past_due' else subscription.status end`.as("status"))
    .select(renewableFrom.as("renewable_from"))
    .select(sql<boolean>`${renewableFrom} <= now()`.as("is_renewable"))
    .$narrowType<{ current_period_start: NotNull; current_period_end: NotNull; order_id: NotNull }>()
    .where("subscription.user_id", "=", userId)
    .where(isLiveSubscription)
    // An active one before one that runs out beside it.
    .orderBy((eb) => eb("subscription.status", "=", "cancelled"))
    .executeTakeFirst();
  return row ?? null;
}

/** The subscription of an account to a plan that waits for its first payment, which is made when there is none. */
export async function ensurePendingSubscription(
  db: Db,
  subscription: Pick<Insertable<Database["subscriptions"]>, "id" | "user_id" | "plan_id">,
): Promise<string> {
  const { user_id: userId, plan_id: planId } = subscription;
  const made = await db
    .insertInto("subscriptions")
    .values({ ...subscription, status: "pending" })
    .onConflict((conflict) => conflict.columns(["user_id", "plan_id"]).where("status", "=", "pending").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (made !== undefined) return made.id;
  const found = await db
    .selectFrom("subscriptions")
    .select("id")
    .where("user_id", "=", userId)
    .where("plan_id", "=", planId)
    .where("status", "=", "pending")
    .executeTakeFirstOrThrow();
  return found.id;
}

/** Names the order that a pending subscription waits for. */
export async function setCurrentOrder(db: Db, subscriptionId: string, orderId: string): Promise<void> {
  await db
    .updateTable("subscriptions")
    .set({ order_id: orderId })
    .where("id", "=", subscriptionId)
    .where("status", "=", "pending")
    .execute();
}

/** It will not be renewed, and runs until its end; a pending one will not begin. */
export async function cancelSubscription(
  db: Db,
  id: string,
  from: readonly Row["status"][] = ["active", "past_due"],
): Promise<void> {
  await db
    .updateTable("subscriptions")
    .set({ status: "cancelled" })
    .where("id", "=", id)
    .where("status", "in", from)
    .execute();
}

/** Ends a subscription now, if this order was the last to pay it or the one that it waits for; or those of an account. */
export async function endSubscription(
  db: Db,
  which: { readonly id: string; readonly order_id?: string } | { readonly user_id: string },
): Promise<void> {
  await db
    .updateTable("subscriptions")
    .set({
      status: "cancelled",
      current_period_end: sql<Date | null>`case when current_period_end > ${now} then ${now} else current_period_end end`,
    })
    .where((eb) => eb.and(which))
    .where("status", "<>", "expired")
    .execute();
}

/** Moves on what has not been renewed, of one account or of all: past due at its end, expired three days later. */
export async function expireSubscriptions(db: Db, userId: string | null): Promise<void> {
  await db
    .updateTable("subscriptions")
    .set({
      status: sql<Row["status"]>`case when current_period_end <= ${graceEnd} then 'expired' else 'past_due' end`,
    })
    // A row that another transaction is changing follows in the next round.
    .where("id", "in", (eb) => {
      const ended = eb
        .selectFrom("subscriptions")
        .select("id")
        .where((or) =>
          or.or([
            or.and([or("status", "=", "active"), or("current_period_end", "<=", now)]),
            or.and([or("status", "=", "past_due"), or("current_period_end", "<=", graceEnd)]),
          ]),
        );
      return (userId === null ? ended : ended.where("user_id", "=", userId)).forNoKeyUpdate().skipLocked();
    })
    .execute();
}
