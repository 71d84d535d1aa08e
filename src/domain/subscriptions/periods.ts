import { sql } from "kysely";
import type { Db } from "#db/schema.ts";
import { now } from "./queries.ts";

/** A month that has no such day ends on its last one. */
const endOf = (anchor: ReturnType<typeof sql<Date>>, months: ReturnType<typeof sql<number>>) =>
  sql<Date>`(${anchor} at time zone 'UTC' + make_interval(months => ${months})) at time zone 'UTC'`;

/** A paid period. */
export interface Period {
  readonly start: Date;
  readonly end: Date;
}

/** A paid period of a subscription. */
export interface PaidMonths {
  readonly id: string;
  readonly orderId: string;
  readonly months: number;
}

/** Begins a subscription to a plan now; its later periods end on the same day of their months, or on the last one. */
export async function startSubscription(
  db: Db,
  { id, orderId, months, planId }: PaidMonths & { readonly planId: string },
): Promise<Period> {
  const row = await db
    .updateTable("subscriptions")
    .set({
      status: "active",
      plan_id: planId,
      order_id: orderId,
      anchor_at: now,
      paid_months: months,
      current_period_start: now,
      current_period_end: endOf(now, sql<number>`${months}::int`),
    })
    .where("id", "=", id)
    .returning(["current_period_start as start", "current_period_end as end"])
    .executeTakeFirstOrThrow();
  return periodOf(row);
}

/** Adds a period to the end of what is paid. */
export async function extendSubscription(db: Db, { id, orderId, months }: PaidMonths): Promise<Period> {
  const { current_period_end: start } = await db
    .selectFrom("subscriptions")
    .select("current_period_end")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const row = await db
    .updateTable("subscriptions")
    .set((eb) => ({
      status: "active",
      order_id: orderId,
      paid_months: eb("paid_months", "+", months),
      current_period_end: endOf(sql<Date>`anchor_at`, sql<number>`(paid_months + ${months}::int)`),
    }))
    .where("id", "=", id)
    .returning("current_period_end as end")
    .executeTakeFirstOrThrow();
  return periodOf({ start, end: row.end });
}

/** The database sees to it that a subscription which has begun has both. */
function periodOf({ start, end }: { readonly start: Date | null; readonly end: Date | null }): Period {
  if (start === null || end === null) throw new Error("A subscription that has begun has no period.");
  return { start, end };
}

/** Notes that the next one of the paid periods has begun, which may be of another plan. */
export async function startPeriod(db: Db, id: string, { start, planId }: RunningPeriod): Promise<void> {
  await db
    .updateTable("subscriptions")
    .set({ current_period_start: start, plan_id: planId })
    .where("id", "=", id)
    .execute();
}

export interface RunningPeriod {
  readonly start: Date;
  readonly planId: string;
}

/** The moment so many months after an anchor. */
export async function endOfMonths(db: Db, anchor: Date, months: number): Promise<Date> {
  const { rows } = await sql<{ end: Date }>`
    select ${endOf(sql<Date>`${anchor}::timestamptz`, sql<number>`${months}::int`)} as end`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error("The database does not add months.");
  return row.end;
}

/** The present moment of the database, as its columns keep it. */
export async function presentMoment(db: Db): Promise<Date> {
  const { rows } = await sql<{ moment: Date }>`select ${now} as moment`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error("The database does not tell the time.");
  return row.moment;
}

/** From when the periods of a subscription are counted, and how many months of them are paid. */
export async function findPaidMonths(db: Db, id: string): Promise<{ readonly anchor: Date; readonly months: number }> {
  const { anchor_at: anchor, paid_months: months } = await db
    .selectFrom("subscriptions")
    .select(["anchor_at", "paid_months"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  if (anchor === null) throw new Error("A subscription that has begun has no anchor.");
  return { anchor, months };
}

/** Writes the end of what is paid, and the order that paid last. */
export async function writePaidPeriod(
  db: Db,
  { id, orderId, months, anchor, end }: PaidMonths & { readonly anchor: Date; readonly end: Date },
): Promise<void> {
  await db
    .updateTable("subscriptions")
    .set({ order_id: orderId, anchor_at: anchor, paid_months: months, current_period_end: end })
    .where("id", "=", id)
    .execute();
}
