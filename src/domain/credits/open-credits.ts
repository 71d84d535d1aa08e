import { sql } from "kysely";
import type { Db } from "#db/schema.ts";

/** Gives an account its balances, empty at first; those that are there stay as they are, and a closed one gets none. */
export async function openCredits(db: Db, userId: string): Promise<void> {
  await sql`
    insert into balances (user_id, pool)
    select users.id, pool.name from users cross join (values ('tts'), ('asr')) as pool (name)
    where users.id = ${userId} and users.closed_at is null
    on conflict do nothing`.execute(db);
}
