import { type Kysely, sql } from "kysely";

/** When an account has hidden its getting-started checklist; null as long as it has not. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column checklist_hidden_at timestamptz(3)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users drop column checklist_hidden_at`.execute(db);
}
