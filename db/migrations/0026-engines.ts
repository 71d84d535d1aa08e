import { type Kysely, sql } from "kysely";

/**
 * What the workers can do, which each of them writes down and renews; and of a transcription which model was asked for,
 * which one read it, and the language as it was named. Rows from before, and those of the release before, have none of it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table engines (
      instance_id uuid not null,
      name text not null,
      kind text not null check (kind in ('recognition', 'synthesis')),
      manifest jsonb not null,
      state text not null check (state in ('ready', 'starting', 'unavailable')),
      reason text,
      seen_at timestamptz(3) not null default now(),
      ended_at timestamptz(3),
      primary key (instance_id, name)
    )`.execute(db);
  await sql`
    alter table speech_requests
      add column requested_model text not null default 'auto',
      add column language_tag text,
      add column model text,
      add column confidence_source text`.execute(db);
  // Not valid, or the table would be read through while it is locked; new rows are checked all the same.
  await sql`
    alter table speech_requests add constraint speech_requests_confidence_source_check
      check (confidence_source in ('model', 'alignment', 'none')) not valid`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table speech_requests
      drop column requested_model,
      drop column language_tag,
      drop column model,
      drop column confidence_source`.execute(db);
  await sql`drop table engines`.execute(db);
}
