import { randomUUID } from "node:crypto";
import pg from "pg";
import { usageSums } from "#harness/service/usage-sums.ts";
import { builtinVoices } from "#src/domain/voices/builtin-voices.ts";

/** An account and how many completed requests it is to have had. */
export interface UsageToWrite {
  readonly userId: string;
  readonly requests: number;
}

export interface UsageOptions {
  readonly databaseUrl: string;
  /** The requests are dealt out to so many days, up to today (UTC). */
  readonly days: number;
  readonly signal: AbortSignal;
}

const voices = builtinVoices.slice(0, 10);
/** After so many rows it is asked whether to go on. */
const batch = 250_000;

/**
 * Writes completed requests of accounts, dealt out evenly to the days, to both sources, and to ten voices and
 * transcriptions, and the sums of use that they add up to. Vacuums and analyzes the tables at the end, so that the
 * database knows them and has nothing left to tidy.
 * @returns how many sums each account has
 */
export async function writeUsage(accounts: readonly UsageToWrite[], options: UsageOptions): Promise<readonly number[]> {
  const client = new pg.Client({ connectionString: options.databaseUrl });
  await client.connect();
  try {
    await client.query("alter table speech_requests disable trigger user");
    for (const account of accounts) await writeRequests(client, account, options);
    await client.query("alter table speech_requests enable trigger user");
    const sums: number[] = [];
    for (const { userId } of accounts) sums.push(await writeSums(client, userId));
    await client.query("vacuum (analyze) speech_requests");
    await client.query("vacuum (analyze) usage_days");
    await client.query("vacuum (analyze) usage_totals");
    await client.query("vacuum (analyze) usage_months");
    await client.query("vacuum (analyze) usage_keys");
    await client.query("vacuum (analyze) usage_latencies");
    await client.query("checkpoint");
    return sums;
  } finally {
    await client.end();
  }
}

/**
 * Days and voices have no common divisor, so that few requests, too, are spread over all of both. The ids ascend, since
 * millions of random ones take the index minutes.
 */
async function writeRequests(
  client: pg.Client,
  { userId, requests }: UsageToWrite,
  { days, signal }: UsageOptions,
): Promise<void> {
  const ids = voices.map(({ id }) => id);
  for (let from = 0; from < requests; from += batch) {
    signal.throwIfAborted();
    const to = Math.min(from + batch, requests) - 1;
    await client.query(insertRequests, [userId, from, to, ids, ids.length + 1, days]);
  }
}

const insertRequests = `insert into speech_requests (id, user_id, request_type, is_demo, source, status, progress, language, voice_id,
       input_text, characters, credits, duration_seconds, created_at, started_at, finished_at)
     select uuidv7(), $1, case when voice is null then 'asr' else 'tts' end, false,
       case n / 7 % 2 when 0 then 'web' else 'api_key' end, 'completed', 100, 'en', voice,
       case when voice is null then null else 'Hello again.' end, case when voice is null then null else amount end,
       amount, amount, at - make_interval(secs => 0.2 * 1.2 ^ (n % 30)), at, at
     from generate_series($2::int, $3::int) as n
     cross join lateral (select ($4::uuid[])[n % $5::int + 1] as voice, n % 50 + 1 as amount,
       (now() at time zone 'utc')::date::timestamp at time zone 'utc' - make_interval(days => n % $6::int) as at) as made`;

async function writeSums(client: pg.Client, userId: string): Promise<number> {
  const { rowCount } = await client.query(
    `insert into usage_days (user_id, day, source, voice_id, voice_label, tts_count, asr_count, tts_characters,
       asr_seconds, credits)
     select request.user_id, (finished_at at time zone 'utc')::date as day, source, coalesce(voice_id::text, ''),
       coalesce(max(voices.name), ''), count(voice_id), count(*) - count(voice_id),
       coalesce(sum(credits) filter (where voice_id is not null), 0),
       coalesce(sum(credits) filter (where voice_id is null), 0), sum(credits)
     from speech_requests as request left join voices on voices.id = voice_id
     where request.user_id = $1
     group by request.user_id, day, source, voice_id`,
    [userId],
  );
  await client.query(
    `insert into usage_keys (user_id, day, api_key_id, request_type, requests, credits, latencies)
     select $1, day, case source when 'web' then '' else $2 end, request_type, sum(requests), sum(credits),
       ('[' || min(bucket) || ':' || max(bucket) || ']=' || (
         select array_agg(requests order by at) from generate_series(min(bucket), max(bucket)) as at
         left join unnest(array_agg(bucket), array_agg(requests)) as counted (found, requests) on found = at)::text)::int[]
     from (
       select (finished_at at time zone 'utc')::date as day, source, request_type, count(*)::int as requests,
         latency_bucket(finished_at - created_at) as bucket, sum(credits) as credits
       from speech_requests where user_id = $1 group by day, source, request_type, bucket) as part
     group by day, source, request_type`,
    [userId, randomUUID()],
  );
  for (const text of usageSums) await client.query(text, [userId]);
  return rowCount ?? 0;
}
