import { type Kysely, sql } from "kysely";

/**
 * Which finished synthesis has the audio for which input, and of a synthesis whether its audio was found so. An entry names audio
 * that a request of an account keeps and has no object of its own: a trigger forgets it when that object is listed for removal,
 * whichever release lists it. Without a foreign key to requests, so that removing many of them stays fast.
 *
 * Triggers fire in the order of their names: this one after `forget_stored_objects`, so that a removal locks the totals of accounts
 * before entries, as what completes a synthesis does.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table speech_requests add column cached boolean not null default false`.execute(db);
  await sql`
    create table synthesis_cache (
      cache_key bytea primary key,
      request_id uuid not null,
      result_key text not null unique,
      custom_voice_id uuid,
      used_at timestamptz(3) not null default now()
    )`.execute(db);
  await sql`
    create function forget_synthesis_results() returns trigger language plpgsql as $$
    begin
      -- In one order, so that two removals never wait for each other.
      delete from synthesis_cache where cache_key in (
        select cache_key from synthesis_cache where result_key in (select key from listed) order by cache_key for update
      );
      return null;
    end $$`.execute(db);
  await sql`
    create trigger forget_synthesis_results after insert on object_removals referencing new table as listed
    for each statement execute function forget_synthesis_results()`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger forget_synthesis_results on object_removals`.execute(db);
  await sql`drop function forget_synthesis_results()`.execute(db);
  await sql`drop table synthesis_cache`.execute(db);
  await sql`alter table speech_requests drop column cached`.execute(db);
}
