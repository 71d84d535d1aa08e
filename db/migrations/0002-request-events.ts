import { type Kysely, sql } from "kysely";

/** Creates the table of how requests and trainings ended, for outbound notifications. Without a foreign key to accounts, as the tables of credits. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table request_events (
      id bigint generated always as identity primary key,
      user_id uuid,
      subject_type text not null check (subject_type in ('synthesis', 'transcription', 'voice')),
      subject_id uuid not null,
      type text not null check (type in ('completed', 'failed', 'cancelled')),
      facts jsonb not null,
      created_at timestamptz(3) not null default now()
    )`.execute(db);
  await sql`create index request_events_user_idx on request_events (user_id, id)`.execute(db);
  await sql`create index request_events_created_at_idx on request_events (created_at)`.execute(db);
  await forgetRequestEvents(db);
}

/** Has the events of an account removed when a release that does not know the table closes it. */
export async function forgetRequestEvents(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function forget_request_events() returns trigger language plpgsql as
    $$ begin delete from request_events where user_id = new.id; return null; end $$`.execute(db);
  await sql`
    create trigger forget_request_events after update of closed_at on users for each row
    when (old.closed_at is null and new.closed_at is not null)
    execute function forget_request_events()`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger forget_request_events on users`.execute(db);
  await sql`drop function forget_request_events`.execute(db);
  await sql`drop table request_events`.execute(db);
}
