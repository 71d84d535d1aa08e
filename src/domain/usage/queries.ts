import { type Kysely, sql } from "kysely";
import type { usageSources } from "#db/billing-schema.ts";
import type { Database } from "#db/schema.ts";

/** Notes what a completed request was charged, on its row and in the day's sums. */
export async function addUsage(db: Kysely<Database>, requestId: string, credits: number): Promise<void> {
  await sql`
    with charged as (
      update speech_requests set credits = ${credits} where id = ${requestId}
      returning user_id, source, request_type = 'tts' as is_tts, voice_id, credits
    )
    insert into usage_days as day (user_id, day, source, voice_id, voice_label,
      tts_count, asr_count, tts_characters, asr_seconds, credits)
    select charged.user_id, (now() at time zone 'utc')::date, source, coalesce(voice_id::text, ''),
      coalesce(voices.name, ''), is_tts::int, (not is_tts)::int, case when is_tts then credits else 0 end,
      case when is_tts then 0 else credits end, credits
    from charged left join voices on voices.id = voice_id
    on conflict (user_id, day, source, voice_id) do update set
      voice_label = coalesce(nullif(excluded.voice_label, ''), day.voice_label),
      tts_count = day.tts_count + excluded.tts_count,
      asr_count = day.asr_count + excluded.asr_count,
      tts_characters = day.tts_characters + excluded.tts_characters,
      asr_seconds = day.asr_seconds + excluded.asr_seconds,
      credits = day.credits + excluded.credits`.execute(db);
}

export async function deleteUsage(db: Kysely<Database>, userId: string): Promise<void> {
  await db.deleteFrom("usage_days").where("user_id", "=", userId).execute();
}

export interface UsageFilter {
  readonly userId: string;
  /** All of them when null. */
  readonly source: (typeof usageSources)[number] | null;
  /** YYYY-MM-DD, both included. */
  readonly from: string;
  readonly to: string;
}

const selectDays = (db: Kysely<Database>, { userId, source, from, to }: UsageFilter) =>
  db
    .selectFrom("usage_days")
    .where("user_id", "=", userId)
    .where("day", ">=", from)
    .where("day", "<=", to)
    .$if(source !== null, (query) => query.where("source", "=", source ?? "web"));

const sumOf = (column: "tts_count" | "asr_count" | "tts_characters" | "asr_seconds" | "credits") =>
  sql<number>`sum(${sql.ref(column)})::float8`.as(column);

/** The days on which something was charged, ascending. */
export const listUsageDays = (db: Kysely<Database>, filter: UsageFilter) =>
  selectDays(db, filter)
    .select(["day", ...(["tts_count", "asr_count", "tts_characters", "asr_seconds", "credits"] as const).map(sumOf)])
    .groupBy("day")
    .orderBy("day")
    .execute();

/** The voices that spoke, most credits first; one that is gone has the name that it had last. */
export const listUsageVoices = (db: Kysely<Database>, filter: UsageFilter) =>
  db
    // A voice has had few names: they are put in order, and not all the days.
    .selectFrom(
      selectDays(db, filter)
        .select(["voice_id", "voice_label", (eb) => eb.fn.max("day").as("last_day")])
        .select([sumOf("tts_count"), sumOf("credits")])
        .where("voice_id", "<>", "")
        .groupBy(["voice_id", "voice_label"])
        .as("named"),
    )
    .select([
      "voice_id",
      sql<string>`(array_agg(voice_label order by voice_label = '', last_day desc))[1]`.as("voice_label"),
      sumOf("tts_count"),
      sumOf("credits"),
    ])
    .groupBy("voice_id")
    .orderBy("credits", "desc")
    .orderBy("voice_id")
    .execute();
