import { type Kysely, sql } from "kysely";

/** Finds what was said about a request. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index feedback_request_id_idx on feedback (request_id)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index feedback_request_id_idx`.execute(db);
}
