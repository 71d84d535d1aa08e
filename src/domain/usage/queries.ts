import { type ExpressionBuilder, sql } from "kysely";
import type { usageSources } from "#db/usage-schema.ts";
import { prepared } from "#db/prepared.ts";
import type { Database, Db } from "#db/schema.ts";

const sums = ["tts_count", "asr_count", "tts_characters", "asr_seconds", "credits"] as const;
const sumColumns = sql.join(sums.map((name) => sql.ref(name)));
/** Adds these columns of a row that is there already. */
const plus = (table: string, columns: readonly string[]) =>
  sql.join(columns.map((name) => sql`${sql.ref(name)} = ${sql.ref(`${table}.${name}`)} + excluded.${sql.ref(name)}`));
/** Counts the latency of a row as well. */
const plusLatency = sql`latencies[array_lower(excluded.latencies, 1)] =
  coalesce(sum.latencies[array_lower(excluded.latencies, 1)], 0) + 1`;
const label = (table: string) =>
  sql`voice_label = coalesce(nullif(excluded.voice_label, ''), ${sql.ref(`${table}.voice_label`)})`;

/** Adds what was `charged` to the sums by day and key, and by month and latency. */
const sumsByKey = sql`by_key as (
    insert into usage_keys as sum (user_id, day, api_key_id, request_type, requests, credits, latencies)
    select user_id, day, api_key_id, request_type, 1, credits, array_fill(1, array[1], array[bucket])
    from charged join by_day using (user_id, source) where (select count(*) from by_month) >= 0
    on conflict (user_id, day, api_key_id, request_type) do update
    set ${plus("sum", ["requests", "credits"])}, ${plusLatency}
    returning user_id, day, api_key_id, request_type
  )
  insert into usage_latencies as sum (user_id, month, api_key_id, request_type, bucket, requests)
  select user_id, date_trunc('month', day::timestamp)::date, api_key_id, request_type, bucket, 1
  from charged join by_key using (user_id, api_key_id, request_type) where bucket > 0
  on conflict (user_id, month, api_key_id, request_type, bucket) do update set ${plus("sum", ["requests"])}`;

/** The charge of a request. */
interface UsedCredits {
  readonly credits: number;
  /** False for a stream that ended early. */
  readonly isWhole: boolean;
}

/**
 * Writes what a request was charged on its row, and adds it to the sums by day and voice, by day, by month and voice, by day and
 * key, and by month and latency, in this order, so that two of them never wait for each other. A stream that ended early has no
 * latency, and a recording of a batch, which waits on purpose, has none.
 */
export async function addUsage(db: Db, requestId: string, { credits, isWhole }: UsedCredits): Promise<void> {
  await sql`
    with charged as (
      update speech_requests set credits = ${credits} where id = ${requestId}
      returning user_id, source, request_type, request_type = 'tts' as is_tts, voice_id, credits,
        coalesce(api_key_id::text, '') as api_key_id,
        case when ${isWhole}::boolean and not exists (select from speech_batch_items where request_id = ${requestId}::uuid)
          then latency_bucket(now() - created_at) else 0 end as bucket
    ), added as (
      select charged.user_id, (now() at time zone 'utc')::date as day, source, coalesce(voice_id::text, '') as voice_id,
        coalesce(voices.name, '') as voice_label, is_tts::int as tts_count, (not is_tts)::int as asr_count,
        case when is_tts then credits else 0 end as tts_characters,
        case when is_tts then 0 else credits end as asr_seconds, credits
      from charged left join voices on voices.id = voice_id
    ), by_voice as (
      insert into usage_days as sum (user_id, day, source, voice_id, voice_label, ${sumColumns})
      select user_id, day, source, voice_id, voice_label, ${sumColumns} from added
      on conflict (user_id, day, source, voice_id) do update set ${label("sum")}, ${plus("sum", sums)}
      returning user_id, day, source
    ), by_day as (
      insert into usage_totals as sum (user_id, day, source, ${sumColumns})
      select user_id, day, source, ${sumColumns} from added join by_voice using (user_id, day, source)
      on conflict (user_id, day, source) do update set ${plus("sum", sums)}
      returning user_id, day, source
    ), by_month as (
      insert into usage_months as sum (user_id, month, source, voice_id, voice_label, tts_count, credits)
      select user_id, date_trunc('month', day::timestamp)::date, source, voice_id, voice_label, tts_count, credits
      from added join by_day using (user_id, day, source) where voice_id <> ''
      on conflict (user_id, month, source, voice_id) do update set ${label("sum")}, ${plus("sum", ["tts_count", "credits"])}
      returning voice_id
    ), ${sumsByKey}`
    .withPlugin(prepared("add-usage"))
    .execute(db);
}

/** A request of an account that has failed. */
export interface FailedRequest {
  readonly userId: string;
  readonly apiKeyId: string | null;
  readonly errorCode: string;
}

/** Counts a failed request. */
export async function addUsageError(db: Db, { userId, apiKeyId, errorCode }: FailedRequest): Promise<void> {
  await sql`
    insert into usage_errors as sum (user_id, day, api_key_id, error_code, requests)
    values (${userId}, (now() at time zone 'utc')::date, ${apiKeyId ?? ""}, ${errorCode}, 1)
    on conflict (user_id, day, api_key_id, error_code) do update set ${plus("sum", ["requests"])}`.execute(db);
}

/** Deletes the sums of an account. */
export async function deleteUsage(db: Db, userId: string): Promise<void> {
  await db.deleteFrom("usage_keys").where("user_id", "=", userId).execute();
  await db.deleteFrom("usage_latencies").where("user_id", "=", userId).execute();
  await db.deleteFrom("usage_errors").where("user_id", "=", userId).execute();
  await db.deleteFrom("usage_days").where("user_id", "=", userId).execute();
  await db.deleteFrom("usage_totals").where("user_id", "=", userId).execute();
  await db.deleteFrom("usage_months").where("user_id", "=", userId).execute();
}

export interface UsageFilter {
  readonly userId: string;
  /** All of them when null. */
  readonly source: (typeof usageSources)[number] | null;
  /** YYYY-MM-DD, both included. */
  readonly from: string;
  readonly to: string;
}

const matches =
  ({ userId, source, from, to }: UsageFilter) =>
  (eb: ExpressionBuilder<Pick<Database, "usage_totals">, "usage_totals">) =>
    eb.and([
      eb("user_id", "=", userId),
      eb("day", ">=", from),
      eb("day", "<=", to),
      ...(source === null ? [] : [eb("source", "=", source)]),
    ]);

const sumOf = (column: (typeof sums)[number]) => sql<number>`sum(${sql.ref(column)})::float8`.as(column);

/** The charges of a day. */
export type UsageDay = Readonly<Record<(typeof sums)[number], number>> & { readonly day: string };

/** The days on which something was charged, ascending. */
export const listUsageDays = (db: Db, filter: UsageFilter): Promise<readonly UsageDay[]> =>
  db
    .selectFrom("usage_totals")
    .where(matches(filter))
    .select(["day", ...sums.map(sumOf)])
    .groupBy("day")
    .orderBy("day")
    .execute();

/**
 * The first day of the first month that lies wholly within the time, and the day after the last such month. Where there is none, the
 * former is not before the latter.
 */
export const wholeMonths = ({ from, to }: Pick<UsageFilter, "from" | "to">) => ({
  firstMonth: sql<string>`date_trunc('month', ${from}::timestamp + interval '1 month - 1 day')::date`,
  endOfMonths: sql<string>`date_trunc('month', ${to}::timestamp + interval '1 day')::date`,
});

export interface VoiceUsage {
  readonly voice_id: string;
  readonly voice_label: string;
  readonly tts_count: number;
  readonly credits: number;
}

/**
 * The voices that spoke, most credits first; a voice keeps its name as long as it lives, and after. Added up from the
 * months that lie wholly within the time, and from the days before and after them.
 */
export async function listUsageVoices(
  db: Db,
  { userId, source, from, to }: UsageFilter,
): Promise<readonly VoiceUsage[]> {
  const { firstMonth, endOfMonths } = wholeMonths({ from, to });
  const whose = sql`user_id = ${userId} and voice_id <> '' ${source === null ? sql`` : sql`and source = ${source}`}`;
  const what = sql`voice_id, voice_label, tts_count, credits`;
  // By bytes: which of a name and none is larger is all that is asked.
  const { rows } = await sql<VoiceUsage>`
    select voice_id, max(voice_label collate "C") as voice_label, sum(tts_count)::float8 as tts_count,
      sum(credits)::float8 as credits
    from (
      select ${what} from usage_days where ${whose} and day >= ${from} and day <= ${to} and day < ${firstMonth}
      union all
      select ${what} from usage_months where ${whose} and month >= ${firstMonth} and month < ${endOfMonths}
      union all
      select ${what} from usage_days where ${whose} and day <= ${to} and day >= greatest(${firstMonth}, ${endOfMonths})
    ) as part
    group by voice_id order by credits desc, voice_id`.execute(db);
  return rows;
}
