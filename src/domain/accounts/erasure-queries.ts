import { sql } from "kysely";
import type { Db } from "#db/schema.ts";

/** Lists a closed account whose data is to be erased. */
export async function insertErasure(db: Db, userId: string): Promise<void> {
  await db
    .insertInto("account_erasures")
    .values({ user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Takes the account that is due first, and makes it due again in five minutes, should its erasure fail. @returns null when none is due */
export async function takeDueErasure(db: Db): Promise<string | null> {
  const { rows } = await sql<{ readonly user_id: string }>`
    update account_erasures set due_at = now() + interval '5 minutes'
    where user_id = (
      select user_id from account_erasures where due_at <= now() order by due_at limit 1 for update skip locked)
    returning user_id`.execute(db);
  return rows[0]?.user_id ?? null;
}

export async function deleteErasure(db: Db, userId: string): Promise<void> {
  await db.deleteFrom("account_erasures").where("user_id", "=", userId).execute();
}
