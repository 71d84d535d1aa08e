import { sql } from "kysely";
import type { Db } from "#db/schema.ts";
import type { Order } from "./queries.ts";

const now = sql<Date>`now()`;
const maxAsked = 1_000;

/**
 * Orders of a provider to ask it about: unpaid ones, for a week, all the time while they are younger than ten minutes, then
 * after a tenth of their age, at last once an hour; paid ones once a day until their cycle is over, or for 90 days where they are of a
 * pack, since a refund may have been missed. 1,000 at most, those first that have waited longest.
 */
export const listOrdersToReconcile = (db: Db, provider: string): Promise<OrderToReconcile[]> =>
  db
    .selectFrom("payment_orders")
    .select(["id", "provider", "provider_order_id", "user_id"])
    .select(sql<boolean>`created_at <= now() - interval '168 hours'`.as("is_old"))
    .where("provider", "=", provider)
    .where(sql<boolean>`(
      (status = 'open' or status = 'abandoned' and created_at > now() - interval '168 hours') and (
        created_at > now() - interval '10 minutes'
        or asked_at <= now() - least((now() - created_at) / 10, interval '1 hour'))
      or status = 'paid' and ended_at is null and asked_at <= now() - interval '24 hours'
      or status = 'paid' and pack_id is not null and paid_at > now() - interval '2160 hours'
        and asked_at <= now() - interval '24 hours')`)
    .orderBy("asked_at")
    .orderBy("id")
    .limit(maxAsked)
    .execute();

/** An order of which the provider may know more. */
export interface OrderToReconcile extends Pick<Order, "id" | "provider" | "provider_order_id" | "user_id"> {
  /** A week after it was made. */
  readonly is_old: boolean;
}

/** Marks these orders as reconciled; one that another transaction is changing needs no mark. */
export async function markReconciled(db: Db, ids: readonly string[]): Promise<void> {
  await db
    .updateTable("payment_orders")
    .set({ asked_at: now })
    .where("id", "in", (eb) =>
      eb.selectFrom("payment_orders").select("id").where("id", "in", ids).forNoKeyUpdate().skipLocked(),
    )
    .execute();
}
