import { sql } from "kysely";
import type { Db } from "#db/schema.ts";
import { isCancelled, isError } from "#src/domain/speech/shown-status.ts";
import type { UsagePeriod } from "#src/domain/usage/usage-period.ts";

/** The number of days before today that are counted where they are missing, as after an upgrade. */
const countedDays = 365;
/** For so long after its end a day is counted again: what was charged at its end may have been committed later. */
const settledAfter = sql`interval '10 minutes'`;
const today = sql`(now() at time zone 'utc')::date`;
/** The beginning of a day in UTC. */
const start = (day: ReturnType<typeof sql>) => sql`((${day})::timestamp at time zone 'utc')`;

/** The days that are to be counted: those without figures, and those that were not over when they were counted; the latest first. */
export async function listDaysToCount(db: Db): Promise<readonly string[]> {
  const { rows } = await sql<{ day: string }>`
    select days.day::date::text as day
    from generate_series(
      greatest(coalesce((select (min(created_at) at time zone 'utc')::date from users), ${today}), ${today} - ${countedDays}::int),
      ${today}, '1 day') as days (day)
      left join daily_figures on daily_figures.day = days.day::date
    where counted_at is null or counted_at < ${start(sql`days.day::date + 1`)} + ${settledAfter}
    order by days.day desc`.execute(db);
  return rows.map(({ day }) => day);
}

/** Counts what the installation did on a day (YYYY-MM-DD, UTC), in place of what was counted before. */
export async function countDay(db: Db, day: string): Promise<void> {
  const [date, next] = [sql`${day}::date`, sql`${day}::date + 1`];
  const within = (column: string) => sql`${sql.ref(column)} >= ${start(date)} and ${sql.ref(column)} < ${start(next)}`;
  await sql`
    insert into daily_figures
    select ${date}, signed.up, active.one, active.seven, active.thirty,
      used.tts_count, used.asr_count, used.tts_characters, used.asr_seconds, failed.requests, now(), cancelled.requests
    from (select count(*)::int as up from users where ${within("created_at")}) as signed,
      (select (count(*) filter (where latest = ${date}))::int as one,
        (count(*) filter (where latest > ${date} - 7))::int as seven, count(*)::int as thirty
        from (select max(day) as latest from usage_totals where day > ${date} - 30 and day <= ${date} group by user_id) as account
      ) as active,
      (select coalesce(sum(tts_count), 0) as tts_count, coalesce(sum(asr_count), 0) as asr_count,
        coalesce(sum(tts_characters), 0) as tts_characters, coalesce(sum(asr_seconds), 0) as asr_seconds
        from usage_totals where day = ${date}
      ) as used,
      (select count(*)::int as requests from speech_requests
        where ${isError} and user_id is not null and ${within("finished_at")}
      ) as failed,
      (select count(*)::int as requests from speech_requests
        where ${isCancelled} and user_id is not null and ${within("finished_at")}
      ) as cancelled
    on conflict (day) do update set sign_ups = excluded.sign_ups, active_accounts = excluded.active_accounts,
      active_accounts_7_days = excluded.active_accounts_7_days, active_accounts_30_days = excluded.active_accounts_30_days,
      tts_count = excluded.tts_count, asr_count = excluded.asr_count, tts_characters = excluded.tts_characters,
      asr_seconds = excluded.asr_seconds, failures = excluded.failures, cancelled = excluded.cancelled, counted_at = excluded.counted_at`.execute(
    db,
  );
}

const columns = [
  ...(["day", "sign_ups", "active_accounts", "active_accounts_7_days", "active_accounts_30_days", "failures"] as const),
  ...(["cancelled", "counted_at"] as const),
] as const;
const large = (["tts_count", "asr_count", "tts_characters", "asr_seconds"] as const).map((column) =>
  sql<number>`${sql.ref(column)}::float8`.as(column),
);

/** Lists the figures of the days of a period, ascending. */
export const listDailyFigures = (db: Db, { from, to }: UsagePeriod) =>
  db
    .selectFrom("daily_figures")
    .select([...columns, ...large])
    .where("day", ">=", from)
    .where("day", "<=", to)
    .orderBy("day")
    .execute();
