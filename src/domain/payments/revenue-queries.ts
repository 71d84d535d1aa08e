import { sql } from "kysely";
import type { Db } from "#db/schema.ts";

/** The revenue of the payments that were captured in a month (UTC), in the smallest unit of the currency. */
export interface MonthlyRevenue {
  /** YYYY-MM */
  readonly month: string;
  readonly currency: string;
  readonly payments: number;
  readonly captured: number;
  /** The refunds of these payments, whenever they were made. */
  readonly refunded: number;
}

/** The revenue of this month and the ones before it, `months` in all, by currency; months without a payment are left out. */
export async function listRevenue(db: Db, months: number): Promise<readonly MonthlyRevenue[]> {
  const month = sql`date_trunc('month', captured_at at time zone 'utc')`;
  const first = sql`(date_trunc('month', now() at time zone 'utc') - make_interval(months => ${months - 1})) at time zone 'utc'`;
  const { rows } = await sql<MonthlyRevenue>`
    select to_char(${month}, 'YYYY-MM') as month, currency, count(*)::int as payments,
      sum(payments.amount)::float8 as captured, sum(refunded)::float8 as refunded
    from payments join payment_orders on payment_orders.id = order_id
    where captured_at >= ${first} and payments.status = 'captured'
    group by ${month}, currency order by ${month}, currency`.execute(db);
  return rows;
}

/** Counts the subscriptions that are paid until now: those that are active, and those that were cancelled and run until their end. */
export async function countSubscriptions(db: Db): Promise<{ readonly active: number; readonly ending: number }> {
  return db
    .selectFrom("subscriptions")
    .where("status", "in", ["active", "cancelled"])
    .where("current_period_end", ">", sql<Date>`now()`)
    .select([
      sql<number>`(count(*) filter (where status = 'active'))::int`.as("active"),
      sql<number>`(count(*) filter (where status = 'cancelled'))::int`.as("ending"),
    ])
    .executeTakeFirstOrThrow();
}
