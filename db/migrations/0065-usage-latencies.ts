import { type Kysely, sql } from "kysely";

/**
 * How many requests of a month had which latency, by key, so that the report of a long time reads a few rows a month and the days at
 * its ends. Cancelled requests, bucket 0 of `usage_keys`, have none.
 *
 * The triggers keep it for the previous release, which runs beside this one during an upgrade. This release writes it itself, and says
 * so with a setting of its transaction. Rows of `usage_keys` are deleted only with all others of their account.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table usage_latencies (
      user_id uuid not null,
      month date not null,
      api_key_id text not null,
      request_type text not null check (request_type in ('tts', 'asr')),
      bucket integer not null check (bucket > 0),
      requests integer not null,
      primary key (user_id, month, api_key_id, request_type, bucket)
    )`.execute(db);
  await sql`lock table usage_keys in share row exclusive mode`.execute(db);
  await sql`
    insert into usage_latencies (user_id, month, api_key_id, request_type, bucket, requests)
    select user_id, date_trunc('month', day::timestamp)::date as first, api_key_id, request_type, bucket, sum(number)
    from (
      select user_id, day, api_key_id, request_type, unnest(latencies) as number,
        generate_subscripts(latencies, 1) as bucket
      from usage_keys
    ) as part
    where bucket > 0 and number > 0
    group by user_id, first, api_key_id, request_type, bucket`.execute(db);
  await sql`
    create function add_usage_latency() returns trigger language plpgsql as $$
    begin
      if current_setting('speech.usage_latencies', true) = 'written' then return null; end if;
      insert into usage_latencies as sum (user_id, month, api_key_id, request_type, bucket, requests)
      select new.user_id, date_trunc('month', new.day::timestamp)::date, new.api_key_id, new.request_type, bucket,
        new.latencies[bucket] - coalesce(old.latencies[bucket], 0)
      from generate_subscripts(new.latencies, 1) as bucket
      where bucket > 0 and new.latencies[bucket] is distinct from old.latencies[bucket]
      on conflict (user_id, month, api_key_id, request_type, bucket) do update
      set requests = sum.requests + excluded.requests;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger add_usage_latency after insert or update of latencies on usage_keys
    for each row execute function add_usage_latency()`.execute(db);
  await sql`
    create function delete_usage_latency() returns trigger language plpgsql as $$
    begin
      delete from usage_latencies where user_id = old.user_id and month = date_trunc('month', old.day::timestamp)::date
        and api_key_id = old.api_key_id and request_type = old.request_type;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger delete_usage_latency after delete on usage_keys
    for each row execute function delete_usage_latency()`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger delete_usage_latency on usage_keys`.execute(db);
  await sql`drop function delete_usage_latency()`.execute(db);
  await sql`drop trigger add_usage_latency on usage_keys`.execute(db);
  await sql`drop function add_usage_latency()`.execute(db);
  await sql`drop table usage_latencies`.execute(db);
}
