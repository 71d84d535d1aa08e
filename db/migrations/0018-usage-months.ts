import { type Kysely, sql } from "kysely";

/**
 * What was charged in a month by voice, so that the report of a long time reads a few rows a month and the days at its
 * ends. The sums by day keep it, whichever release writes them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table usage_months (
      user_id uuid not null,
      month date not null,
      source text not null check (source in ('web', 'api_key')),
      voice_id text not null,
      voice_label text not null,
      tts_count bigint not null,
      credits bigint not null,
      primary key (user_id, month, source, voice_id)
    )`.execute(db);
  await sql`lock table usage_days in share row exclusive mode`.execute(db);
  await sql`
    insert into usage_months (user_id, month, source, voice_id, voice_label, tts_count, credits)
    select user_id, date_trunc('month', day::timestamp)::date as first, source, voice_id,
      max(voice_label collate "C"), sum(tts_count), sum(credits)
    from usage_days where voice_id <> ''
    group by user_id, first, source, voice_id`.execute(db);
  await sql`
    create function add_usage_month() returns trigger language plpgsql as $$
    begin
      insert into usage_months as sum (user_id, month, source, voice_id, voice_label, tts_count, credits)
      values (new.user_id, date_trunc('month', new.day::timestamp)::date, new.source, new.voice_id, new.voice_label,
        new.tts_count - coalesce(old.tts_count, 0), new.credits - coalesce(old.credits, 0))
      on conflict (user_id, month, source, voice_id) do update set
        voice_label = coalesce(nullif(excluded.voice_label, ''), sum.voice_label),
        tts_count = sum.tts_count + excluded.tts_count,
        credits = sum.credits + excluded.credits;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger add_usage_month after insert or update on usage_days
    for each row when (new.voice_id <> '') execute function add_usage_month()`.execute(db);
  // An earlier release that erases an account knows nothing of months.
  await sql`
    create function take_usage_month() returns trigger language plpgsql as $$
    declare first date := date_trunc('month', old.day::timestamp)::date;
    begin
      update usage_months set tts_count = tts_count - old.tts_count, credits = credits - old.credits
      where user_id = old.user_id and month = first and source = old.source and voice_id = old.voice_id;
      delete from usage_months
      where user_id = old.user_id and month = first and source = old.source and voice_id = old.voice_id
        and tts_count = 0 and credits = 0;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger take_usage_month after delete on usage_days
    for each row when (old.voice_id <> '') execute function take_usage_month()`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger take_usage_month on usage_days`.execute(db);
  await sql`drop function take_usage_month()`.execute(db);
  await sql`drop trigger add_usage_month on usage_days`.execute(db);
  await sql`drop function add_usage_month()`.execute(db);
  await sql`drop table usage_months`.execute(db);
}
