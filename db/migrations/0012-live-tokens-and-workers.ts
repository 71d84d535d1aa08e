import { type Kysely, sql } from "kysely";

/**
 * Lets a temporary token stand for a session of the dashboard in place of a key, of which the previous release finds no account, and adds
 * what live processes report for operators.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table temporary_tokens
      alter column api_key_id drop not null,
      add column session_id uuid references sessions (id) on delete cascade,
      add check (num_nonnulls(api_key_id, session_id) = 1)`.execute(db);
  await sql`create index temporary_tokens_session_id_idx on temporary_tokens (session_id)`.execute(db);
  await sql`
    alter table live_workers add column version text not null default '',
      add column lag_seconds double precision not null default 0`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table live_workers drop column version, drop column lag_seconds`.execute(db);
  await sql`delete from temporary_tokens where api_key_id is null`.execute(db);
  await sql`alter table temporary_tokens drop column session_id`.execute(db);
  await sql`alter table temporary_tokens alter column api_key_id set not null`.execute(db);
}
