import { type Kysely, sql } from "kysely";

const sums = ["tts_count", "asr_count", "tts_characters", "asr_seconds", "credits"] as const;

/**
 * What was charged on a day whatever the voice, so that a report without voices reads a few rows a day. The sums by voice
 * keep it, whichever release writes them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table usage_totals (
      user_id uuid not null,
      day date not null,
      source text not null check (source in ('web', 'api_key')),
      tts_count integer not null,
      asr_count integer not null,
      tts_characters integer not null,
      asr_seconds integer not null,
      credits integer not null,
      primary key (user_id, day, source)
    )`.execute(db);
  const columns = sql.join(sums.map((name) => sql.ref(name)));
  const added = sql.join(sums.map((name) => sql`sum(${sql.ref(name)})`));
  await sql`lock table usage_days in share row exclusive mode`.execute(db);
  await sql`
    insert into usage_totals (user_id, day, source, ${columns})
    select user_id, day, source, ${added} from usage_days group by user_id, day, source`.execute(db);
  const change = (name: string) => sql`${sql.ref(`new.${name}`)} - coalesce(${sql.ref(`old.${name}`)}, 0)`;
  const sum = (name: string) => sql`${sql.ref(name)} = ${sql.ref(`total.${name}`)} + ${sql.ref(`excluded.${name}`)}`;
  await sql`
    create function add_usage_total() returns trigger language plpgsql as $$
    begin
      insert into usage_totals as total (user_id, day, source, ${columns})
      values (new.user_id, new.day, new.source, ${sql.join(sums.map(change))})
      on conflict (user_id, day, source) do update set ${sql.join(sums.map(sum))};
      return null;
    end $$`.execute(db);
  await sql`
    create trigger add_usage_total after insert or update on usage_days
    for each row execute function add_usage_total()`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger add_usage_total on usage_days`.execute(db);
  await sql`drop function add_usage_total()`.execute(db);
  await sql`drop table usage_totals`.execute(db);
}
