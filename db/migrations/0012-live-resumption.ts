import { type Kysely, sql } from "kysely";

/** Adds the columns by which a live session goes on over another connection, on any node. The previous release leaves them as they are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table live_sessions
      add column session_id uuid,
      add column resume_sha256 bytea[] not null default '{}',
      add column epoch integer not null default 0,
      add column heard_to double precision not null default 0,
      add column query jsonb`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table live_sessions
      drop column session_id, drop column resume_sha256, drop column epoch, drop column heard_to, drop column query`.execute(
    db,
  );
}
