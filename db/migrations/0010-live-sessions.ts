import { type Kysely, sql } from "kysely";

/** Adds the live sessions that have not ended, with what has been understood so far, and by what they go on over another connection. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table live_sessions (
      request_id uuid primary key,
      user_id uuid not null,
      api_key_id uuid,
      session_id uuid,
      finals jsonb not null default '[]',
      query jsonb,
      resume_sha256 bytea[] not null default '{}',
      epoch integer not null default 0,
      heard_to double precision not null default 0,
      heartbeat_at timestamptz(3) not null default now()
    )`.execute(db);
  await sql`create index live_sessions_user_id_idx on live_sessions (user_id)`.execute(db);
  await sql`create index live_sessions_heartbeat_at_idx on live_sessions (heartbeat_at)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table live_sessions`.execute(db);
}
