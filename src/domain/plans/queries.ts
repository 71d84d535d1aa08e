import type { Insertable, Selectable } from "kysely";
import type { Database, Db } from "#db/schema.ts";

const columns = [
  "id",
  "display_name",
  "price_inr",
  "billing_cycle",
  "tts_credits_per_cycle",
  "asr_credits_per_cycle",
] as const;

/** A plan as it is offered: its price in whole rupees, its credits in characters and seconds. */
export type Plan = Pick<Selectable<Database["plans"]>, (typeof columns)[number]>;

/** The plans that are offered, in their order. */
export const listPlans = (db: Db): Promise<readonly Plan[]> =>
  db.selectFrom("plans").select(columns).where("is_active", "=", true).orderBy("position").orderBy("id").execute();

/** A plan that is offered; null when there is none of that name. */
export async function findOfferedPlan(db: Db, id: string): Promise<Plan | null> {
  const row = await db
    .selectFrom("plans")
    .select(columns)
    .where("id", "=", id)
    .where("is_active", "=", true)
    .executeTakeFirst();
  return row ?? null;
}

export const paisePerRupee = 100;
export const monthsOf = { monthly: 1, yearly: 12 } as const;

/** The present price of a plan, offered or not: paise for so many months. */
export async function findPlanPrice(db: Db, id: string): Promise<{ readonly amount: number; readonly months: number }> {
  const plan = await db
    .selectFrom("plans")
    .select(["price_inr", "billing_cycle"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return { amount: plan.price_inr * paisePerRupee, months: monthsOf[plan.billing_cycle] };
}

/** Writes the plans that are not there; what an operator has made of the others stays. */
export async function insertMissingPlans(db: Db, plans: readonly Insertable<Database["plans"]>[]): Promise<void> {
  await db
    .insertInto("plans")
    .values([...plans])
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
}
