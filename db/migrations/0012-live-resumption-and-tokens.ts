import { type Kysely, sql } from "kysely";

/**
 * Adds the columns by which a live session goes on over another connection, on any node, and lets temporary tokens stand for a session of
 * the dashboard. The previous release leaves the columns as they are, and knows no token without a key.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table live_sessions
      add column session_id uuid,
      add column resume_sha256 bytea[] not null default '{}',
      add column epoch integer not null default 0,
      add column heard_to double precision not null default 0,
      add column query jsonb`.execute(db);
  await sql`
    alter table temporary_tokens
      add column session_id uuid references sessions (id) on delete cascade,
      alter column api_key_id drop not null,
      add constraint temporary_tokens_credential_check check (num_nonnulls(api_key_id, session_id) = 1)`.execute(db);
  await sql`create index temporary_tokens_session_id_idx on temporary_tokens (session_id)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`delete from temporary_tokens where api_key_id is null`.execute(db);
  await sql`alter table temporary_tokens drop column session_id, alter column api_key_id set not null`.execute(db);
  await sql`
    alter table live_sessions
      drop column session_id, drop column resume_sha256, drop column epoch, drop column heard_to, drop column query`.execute(
    db,
  );
}
