import { type Kysely, sql } from "kysely";

/** An index by which the demo's expired calls, which have no account, are found. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index speech_requests_strangers_idx on speech_requests (finished_at)
    where is_demo and user_id is null`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index speech_requests_strangers_idx`.execute(db);
}
