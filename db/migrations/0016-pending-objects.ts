import { type Kysely, sql } from "kysely";

/** Objects that are being written and that no row names yet. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table pending_objects (
      key text primary key,
      created_at timestamptz not null default now()
    )`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table pending_objects`.execute(db);
}
