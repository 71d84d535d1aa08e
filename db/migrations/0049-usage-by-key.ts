import { type Kysely, sql } from "kysely";

/**
 * What was charged on a day by key, with how long it took, and what failed. Counted from this release on: of earlier
 * requests the key is not known for all.
 *
 * The trigger adds what the previous release charges, which runs beside this one during an upgrade. This release adds it itself,
 * and says so with a setting of its transaction.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table usage_keys (
      user_id uuid not null,
      day date not null,
      api_key_id text not null,
      request_type text not null check (request_type in ('tts', 'asr')),
      requests integer not null,
      credits integer not null,
      latencies integer[] not null,
      primary key (user_id, day, api_key_id, request_type)
    )`.execute(db);
  await sql`
    create table usage_errors (
      user_id uuid not null,
      day date not null,
      api_key_id text not null,
      error_code text not null,
      requests integer not null,
      primary key (user_id, day, api_key_id, error_code)
    )`.execute(db);
  await sql`
    create function latency_bucket(latency interval) returns integer language sql immutable parallel safe as $$
      select least(ceil(ln(greatest(extract(epoch from latency)::float8 * 1000, 1.1)) / ln(1.1)), 250)::int
    $$`.execute(db);
  await sql`
    create function add_usage_key() returns trigger language plpgsql as $$
    declare bucket integer := latency_bucket(now() - new.created_at);
    begin
      if current_setting('speech.usage_keys', true) = 'written' then return null; end if;
      insert into usage_keys as sum (user_id, day, api_key_id, request_type, requests, credits, latencies)
      values (new.user_id, (now() at time zone 'utc')::date, coalesce(new.api_key_id::text, ''), new.request_type, 1,
        new.credits, array_fill(1, array[1], array[bucket]))
      on conflict (user_id, day, api_key_id, request_type) do update set requests = sum.requests + 1,
        credits = sum.credits + excluded.credits, latencies[bucket] = coalesce(sum.latencies[bucket], 0) + 1;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger add_usage_key after update of credits on speech_requests
    for each row when (new.credits is not null and new.user_id is not null) execute function add_usage_key()`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger add_usage_key on speech_requests`.execute(db);
  await sql`drop function add_usage_key()`.execute(db);
  await sql`drop function latency_bucket(interval)`.execute(db);
  await sql`drop table usage_errors`.execute(db);
  await sql`drop table usage_keys`.execute(db);
}
