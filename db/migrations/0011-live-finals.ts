import { type Kysely, sql } from "kysely";

/** Gives each final of a live session a row of its own; they go with the session. Those in its list become rows when it is taken over. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table live_finals (
      request_id uuid not null references live_sessions (request_id) on delete cascade,
      id integer not null,
      end_seconds double precision not null,
      final jsonb not null,
      primary key (request_id, id)
    )`.execute(db);
  await listFinals(db);
}

/**
 * The release before knows the list only: when it takes a session over, the rows become that list, without those that others replace. This
 * release says by `speech.finals` that it reads rows.
 */
async function listFinals(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function list_live_finals() returns trigger language plpgsql as $$
    begin
      with gone as (delete from live_finals where request_id = new.request_id returning id, final),
        replaced as (select jsonb_array_elements_text(final -> 'replaces') as id from gone)
      select new.finals || coalesce(jsonb_agg(final order by id), '[]') into new.finals from gone
        where final ->> 'text' != '' and id::text not in (select id from replaced);
      return new;
    end $$`.execute(db);
  await sql`
    create trigger list_live_finals before update on live_sessions for each row
    when (new.epoch > old.epoch and current_setting('speech.finals', true) is distinct from 'rows')
    execute function list_live_finals()`.execute(db);
}

/** The release before reads the list of a session that goes on. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`update live_sessions set epoch = epoch + 1`.execute(db);
  await sql`drop trigger list_live_finals on live_sessions`.execute(db);
  await sql`drop function list_live_finals()`.execute(db);
  await sql`drop table live_finals`.execute(db);
}
