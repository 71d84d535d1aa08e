import { type Kysely, sql } from "kysely";

/** Keeps how long the last attempt of a callback took. API processes of the release before write none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table webhook_deliveries add column last_duration_ms integer`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table webhook_deliveries drop column last_duration_ms`.execute(db);
}
