import { sql } from "kysely";
import type { Db } from "#db/schema.ts";
import type { CreditPool } from "#src/domain/credits/queries.ts";
import { findOrder, type Order, orderColumns } from "./queries.ts";

const now = sql<Date>`now()`;

/** Notes that the cycle of an order has begun. */
export async function markStarted(db: Db, id: string): Promise<void> {
  await db.updateTable("payment_orders").set({ started_at: now }).where("id", "=", id).execute();
}

/** Marks the cycles of these orders as over, and those whose credits were carried over into them; none that is over already. */
export async function markEnded(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable("payment_orders")
    .set({ ended_at: now })
    .where((eb) => eb.or([eb("id", "in", ids), eb("carried_into", "in", ids)]))
    .where("ended_at", "is", null)
    .execute();
}

/** The paid orders of a subscription whose cycles have not begun, in their order. */
export const listWaitingOrders = (db: Db, subscriptionId: string): Promise<Order[]> =>
  db
    .selectFrom("payment_orders")
    .select(orderColumns)
    .where("subscription_id", "=", subscriptionId)
    .where("status", "=", "paid")
    .where("started_at", "is", null)
    .where("ended_at", "is", null)
    .orderBy("period_start")
    .execute();

/** The cycle that runs, and what is unused of each pool: what can be spent, and what is held for requests. */
export interface RunningCycle {
  readonly order: Order;
  readonly remaining: Readonly<Record<CreditPool, number>>;
  readonly held: Readonly<Record<CreditPool, number>>;
}

/** The cycle of an account that runs now; null when none does. */
export async function findRunningCycle(db: Db, userId: string): Promise<RunningCycle | null> {
  const rows = await db
    .selectFrom("balances as balance")
    .select(["balance.pool", "balance.subscription", "balance.cycle_id"])
    .select(
      sql<number>`(select coalesce(sum(from_subscription), 0)::float8 from holds
        where holds.user_id = balance.user_id and holds.pool = balance.pool)`.as("held"),
    )
    .where("balance.user_id", "=", userId)
    .where("balance.cycle_ends_at", ">", now)
    .execute();
  const cycleId = rows[0]?.cycle_id ?? null;
  const order = cycleId === null ? null : await findOrder(db, cycleId);
  if (order === null) return null;
  const of = (pool: CreditPool, name: "subscription" | "held"): number =>
    rows.find((row) => row.pool === pool)?.[name] ?? 0;
  return {
    order,
    remaining: { tts: of("tts", "subscription"), asr: of("asr", "subscription") },
    held: { tts: of("tts", "held"), asr: of("asr", "held") },
  };
}

/** The order whose unused credits were carried over into this cycle last; null when there is none. */
export async function findCarriedOrder(db: Db, orderId: string): Promise<Order | null> {
  const row = await db
    .selectFrom("payment_orders")
    .select(orderColumns)
    .where("carried_into", "=", orderId)
    .where("ended_at", "is", null)
    .orderBy("period_start", "desc")
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Notes that the unused credits of a cycle, and those carried over into it, now belong to another one. */
export async function moveCredits(db: Db, from: string, to: string): Promise<void> {
  await db
    .updateTable("payment_orders")
    .set({ carried_into: sql<string | null>`nullif(${to}::text, id)` })
    .where((eb) => eb.or([eb("id", "=", from), eb("carried_into", "=", from)]))
    .where("ended_at", "is", null)
    .execute();
}

/** Takes an order whose money was given back out of the cycle into which its credits were carried over. */
export async function writeRefundedCycle(db: Db, id: string): Promise<void> {
  await db
    .updateTable("payment_orders")
    .set({ status: "refunded", carried_into: null, ended_at: sql<Date>`coalesce(ended_at, now())` })
    .where("id", "=", id)
    .execute();
}

/** The order whose cycle runs in a subscription; null when none does. */
export async function findStartedOrder(db: Db, subscriptionId: string): Promise<Order | null> {
  const row = await db
    .selectFrom("payment_orders")
    .select(orderColumns)
    .where("subscription_id", "=", subscriptionId)
    .where("status", "=", "paid")
    .where("started_at", "is not", null)
    .where("ended_at", "is", null)
    .where("carried_into", "is", null)
    .orderBy("period_start", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** The next paid cycle of an account whose time has come. */
export async function findDueCycle(db: Db, userId: string): Promise<Order | null> {
  const row = await db
    .selectFrom("payment_orders")
    .select(orderColumns)
    .where("user_id", "=", userId)
    .where("status", "=", "paid")
    .where("started_at", "is", null)
    .where("ended_at", "is", null)
    .where("period_start", "<=", now)
    .orderBy("period_start")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** The cycles of an account that run although their time is over. */
export const listOverdueCycles = (db: Db, userId: string): Promise<Order[]> =>
  db
    .selectFrom("payment_orders")
    .select(orderColumns)
    .where("user_id", "=", userId)
    .where("started_at", "is not", null)
    .where("ended_at", "is", null)
    .where("carried_into", "is", null)
    .where("period_end", "<=", now)
    .execute();

/** Accounts with a cycle that should have begun or ended. */
export async function listAccountsWithDueCycles(db: Db, limit: number): Promise<readonly string[]> {
  const rows = await db
    .selectFrom("payment_orders")
    .select("user_id")
    .distinct()
    .where((eb) =>
      eb.or([
        eb.and([
          eb("status", "=", "paid"),
          eb("started_at", "is", null),
          eb("ended_at", "is", null),
          eb("period_start", "<=", now),
        ]),
        eb.and([
          eb("started_at", "is not", null),
          eb("ended_at", "is", null),
          eb("carried_into", "is", null),
          eb("period_end", "<=", now),
        ]),
      ]),
    )
    .limit(limit)
    .execute();
  return rows.map((row) => row.user_id);
}
