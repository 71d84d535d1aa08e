import { type Kysely, sql } from "kysely";

/** Lets a temporary token stand for a session of the dashboard in place of a key. The previous release finds no account behind such a one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table temporary_tokens
      alter column api_key_id drop not null,
      add column session_id uuid references sessions (id) on delete cascade,
      add check (num_nonnulls(api_key_id, session_id) = 1)`.execute(db);
  await sql`create index temporary_tokens_session_id_idx on temporary_tokens (session_id)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`delete from temporary_tokens where api_key_id is null`.execute(db);
  await sql`alter table temporary_tokens drop column session_id`.execute(db);
  await sql`alter table temporary_tokens alter column api_key_id set not null`.execute(db);
}
