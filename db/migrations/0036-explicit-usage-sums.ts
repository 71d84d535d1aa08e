import { type Kysely, sql } from "kysely";

const sums = ["tts_count", "asr_count", "tts_characters", "asr_seconds", "credits"] as const;
const columns = sql.join(sums.map((name) => sql.ref(name)));

/**
 * The statement that adds use writes all of its sums from now on, and says so with a setting of its transaction. The triggers
 * keep the sums for the previous release, which runs beside this one during an upgrade and says nothing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await replaceFunctions(db, sql`if current_setting('speech.usage_sums', true) = 'written' then return null; end if;`);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await replaceFunctions(db, sql``);
}

async function replaceFunctions(db: Kysely<unknown>, begin: ReturnType<typeof sql>): Promise<void> {
  const change = (name: string) => sql`${sql.ref(`new.${name}`)} - coalesce(${sql.ref(`old.${name}`)}, 0)`;
  const sum = (name: string) => sql`${sql.ref(name)} = ${sql.ref(`total.${name}`)} + ${sql.ref(`excluded.${name}`)}`;
  await sql`
    create or replace function add_usage_total() returns trigger language plpgsql as $$
    begin
      ${begin}
      insert into usage_totals as total (user_id, day, source, ${columns})
      values (new.user_id, new.day, new.source, ${sql.join(sums.map(change))})
      on conflict (user_id, day, source) do update set ${sql.join(sums.map(sum))};
      return null;
    end $$`.execute(db);
  await sql`
    create or replace function add_usage_month() returns trigger language plpgsql as $$
    begin
      ${begin}
      insert into usage_months as sum (user_id, month, source, voice_id, voice_label, tts_count, credits)
      values (new.user_id, date_trunc('month', new.day::timestamp)::date, new.source, new.voice_id, new.voice_label,
        new.tts_count - coalesce(old.tts_count, 0), new.credits - coalesce(old.credits, 0))
      on conflict (user_id, month, source, voice_id) do update set
        voice_label = coalesce(nullif(excluded.voice_label, ''), sum.voice_label),
        tts_count = sum.tts_count + excluded.tts_count,
        credits = sum.credits + excluded.credits;
      return null;
    end $$`.execute(db);
}
