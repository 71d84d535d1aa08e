import { type Kysely, sql } from "kysely";

/** Keeps with jobs and callbacks the span that wrote them; the release before leaves it empty, and its work has traces of its own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table jobs add column traceparent text`.execute(db);
  await sql`alter table webhook_deliveries add column traceparent text`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table jobs drop column traceparent`.execute(db);
  await sql`alter table webhook_deliveries drop column traceparent`.execute(db);
}
