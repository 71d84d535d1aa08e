import { type Insertable, type Selectable, sql } from "kysely";
import type { Database, Db } from "#db/schema.ts";

const now = sql<Date>`now()`;

export const orderColumns = [
  "id",
  "provider",
  "provider_order_id",
  "request_id",
  "user_id",
  "subscription_id",
  "plan_id",
  "pack_id",
  "status",
  "amount",
  "currency",
  "months",
  "tts_credits",
  "asr_credits",
  "paid_at",
  "period_start",
  "period_end",
  "started_at",
  "ended_at",
  "carried_into",
] as const;

/** An order as commands read it: one cycle of a subscription, or a pack of permanent credits. */
export type Order = Pick<Selectable<Database["payment_orders"]>, (typeof orderColumns)[number]>;

/** An order of one cycle of a subscription. */
export type CycleOrder = Order & { readonly subscription_id: string; readonly plan_id: string };

/** True for an order of a cycle; one of a pack names neither subscription nor plan. */
export const isCycleOrder = (order: Order): order is CycleOrder =>
  order.subscription_id !== null && order.plan_id !== null;

/** The provider of an order and its id there, by which reports of payments name it. */
export type ProviderOrder = Pick<Order, "provider" | "provider_order_id">;

/** Finds an order by the name that its provider has for it. */
export async function findProviderOrder(db: Db, { provider, provider_order_id }: ProviderOrder): Promise<Order | null> {
  const row = await db
    .selectFrom("payment_orders")
    .select(orderColumns)
    .where((eb) => eb.and({ provider, provider_order_id }))
    .executeTakeFirst();
  return row ?? null;
}

/** Finds an order by its id; a change needs the lock of its account. */
export async function findOrder(db: Db, id: string): Promise<Order | null> {
  return (await db.selectFrom("payment_orders").select(orderColumns).where("id", "=", id).executeTakeFirst()) ?? null;
}

/** The order that a call has made. */
export async function findOrderOfRequest(db: Db, requestId: string): Promise<Order | null> {
  const row = await db
    .selectFrom("payment_orders")
    .select(orderColumns)
    .where("request_id", "=", requestId)
    .executeTakeFirst();
  return row ?? null;
}

/** An account, and the plan or the pack that it is to pay for. */
type Buyer = { readonly user_id: string } & ({ readonly plan_id: string } | { readonly pack_id: string });

/** Finds the unpaid order of an account for a plan or a pack. */
export async function findOpenOrder(db: Db, buyer: Buyer): Promise<Order | null> {
  const row = await db
    .selectFrom("payment_orders")
    .select(orderColumns)
    .where((eb) => eb.and(buyer))
    .where("status", "=", "open")
    .executeTakeFirst();
  return row ?? null;
}

/** @returns null when another order has its id at the provider, or is open for the same plan or pack */
export async function insertOrder(
  db: Db,
  order: Omit<Insertable<Database["payment_orders"]>, "status">,
): Promise<Order | null> {
  const row = await db
    .insertInto("payment_orders")
    .values({ ...order, status: "open" })
    .onConflict((conflict) => conflict.doNothing())
    .returning(orderColumns)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Offers an order no longer; when it is paid all the same, that counts.
 * @returns its subscription; null when it was not open
 */
export async function abandonOrder(db: Db, id: string): Promise<string | null> {
  const row = await db
    .updateTable("payment_orders")
    .set({ status: "abandoned" })
    .where("id", "=", id)
    .where("status", "=", "open")
    .returning("subscription_id")
    .executeTakeFirst();
  return row?.subscription_id ?? null;
}

/** Offers none of an account's orders any more, and begins no cycle of it. */
export async function closeOrders(db: Db, userId: string): Promise<void> {
  await db
    .updateTable("payment_orders")
    .set({ status: sql<Order["status"]>`case status when 'open' then 'abandoned' else status end` })
    .set({ ended_at: sql<Date | null>`case when started_at is null then now() else ended_at end` })
    .where("user_id", "=", userId)
    .execute();
}

/** Erases what the provider reported about the orders of an account, but not that it reported. */
export async function eraseOrderPayloads(db: Db, userId: string): Promise<void> {
  await db
    .updateTable("webhook_events")
    .set({ payload: null, detail: null })
    .where("provider", "=", "payment")
    .where("subject", "in", (eb) =>
      eb.selectFrom("payment_orders").select("provider_order_id").where("user_id", "=", userId),
    )
    .where("payload", "is not", null)
    .execute();
}

export async function writeOrder(
  db: Db,
  id: string,
  change: Partial<Pick<Order, "status" | "subscription_id" | "period_start" | "period_end">>,
): Promise<void> {
  const paid = change.status === "paid" ? { paid_at: now, ended_at: null } : {};
  await db
    .updateTable("payment_orders")
    .set({ ...change, ...paid })
    .where("id", "=", id)
    .execute();
}

/** Marks an order of a pack as paid: it has no period, so it is over at once. */
export async function writePaidPack(db: Db, id: string): Promise<void> {
  await db
    .updateTable("payment_orders")
    .set({ status: "paid", paid_at: now, period_start: now, period_end: now, ended_at: now })
    .where("id", "=", id)
    .execute();
}

/** True when the account that made an order was closed since. */
export async function isAccountClosed(db: Db, { provider, provider_order_id }: ProviderOrder): Promise<boolean> {
  const row = await db
    .selectFrom("payment_orders as order")
    .innerJoin("users", "users.id", "order.user_id")
    .select("users.closed_at")
    .where("order.provider", "=", provider)
    .where("order.provider_order_id", "=", provider_order_id)
    .executeTakeFirst();
  return row !== undefined && row.closed_at !== null;
}
