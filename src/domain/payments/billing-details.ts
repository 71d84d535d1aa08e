import { sql } from "kysely";
import type { Db } from "#db/schema.ts";

/** The details that an account wants on its receipts; empty where it has said nothing. */
export interface BillingDetails {
  readonly company: string;
  /** Its lines are parted by line breaks. */
  readonly address: string;
  readonly taxNumber: string;
}

/** The details of an account, with the time of their last change; null where none were kept. */
export async function findBillingDetails(
  db: Db,
  userId: string,
): Promise<(BillingDetails & { readonly updatedAt: Date }) | null> {
  const row = await db
    .selectFrom("billing_details")
    .select(["company", "address", "tax_number as taxNumber", "updated_at as updatedAt"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row ?? null;
}

export async function keepBillingDetails(
  db: Db,
  userId: string,
  { company, address, taxNumber }: BillingDetails,
): Promise<void> {
  const details = { company, address, tax_number: taxNumber };
  await db
    .insertInto("billing_details")
    .values({ user_id: userId, ...details })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ ...details, updated_at: sql<Date>`now()` }))
    .execute();
}

export async function deleteBillingDetails(db: Db, userId: string): Promise<void> {
  await db.deleteFrom("billing_details").where("user_id", "=", userId).execute();
}
