import { type Kysely, sql } from "kysely";

/**
 * Whether a synthesis is streamed, and the audio of streams until two minutes after their end. The previous release speaks
 * such a text whole. A crash of the database empties the table: the caller then gets the rest from the stored object.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table speech_requests add column is_streamed boolean not null default false`.execute(db);
  await sql`
    create unlogged table speech_chunks (
      request_id uuid not null,
      run integer not null,
      position integer not null check (position >= 0),
      sentence integer not null,
      characters integer not null check (characters >= 0),
      content bytea not null,
      words jsonb,
      primary key (request_id, run, position)
    )`.execute(db);
  // Audio is compressed already, or hardly compressible.
  await sql`alter table speech_chunks alter column content set storage external`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table speech_chunks`.execute(db);
  await sql`alter table speech_requests drop column is_streamed`.execute(db);
}
