import { type Kysely, sql } from "kysely";

/** Finds the demo calls of nobody's whose time is over. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index speech_requests_strangers_idx on speech_requests (finished_at)
    where is_demo and user_id is null`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index speech_requests_strangers_idx`.execute(db);
}
