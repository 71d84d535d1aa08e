import { type Kysely, sql } from "kysely";

/** Lets an account keep lists of key terms, which the release before does not know. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table key_term_lists (
      id uuid primary key,
      user_id uuid not null references users (id) on delete cascade,
      name text not null,
      terms jsonb not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (user_id, name)
    )`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table key_term_lists`.execute(db);
}
