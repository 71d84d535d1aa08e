import pg from "pg";
import { builtinVoices } from "#src/domain/voices/builtin-voices.ts";

/** The number of requests that are to be there, and of the accounts that they are spread over. */
export interface GrowthSize {
  readonly rows: number;
  readonly accounts: number;
}

/** The days over which everything is spread, up to now. */
const grownDays = 730;
/** After so many rows it is asked whether to go on. */
const batch = 250_000;
const voices = builtinVoices.slice(0, 20).map(({ id }) => id);
/** Texts, audio and events of older requests have been removed. */
const textDays = 90;

const accountId = (number: string) => `md5('account ' || ${number})::uuid`;
/** The account of which two of eleven requests are, and one of the many others. */
export const accountIds = { largest: accountId("0"), usual: accountId("1") } as const;

/** The number of accounts has no common divisor with 100, so that the requests of each are of all kinds. */
export const sizeOf = (rows: number): GrowthSize => ({ rows, accounts: 10_001 + 10 * Math.floor(rows / 10_000) });

/**
 * Writes an installation of two years: accounts, requests with their charges, events of their ends, sums of use, and notifications. The
 * ids ascend, since millions of random ones take the indexes hours. Indexes are built when the rows are there, and triggers are off.
 */
export async function writeGrowth(
  databaseUrl: string,
  size: GrowthSize,
  signal: AbortSignal,
): Promise<{ readonly bytes: number }> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query("set maintenance_work_mem = '512MB'; set work_mem = '128MB'; set synchronous_commit = off");
    await client.query(insertAccounts, [size.accounts]);
    await withoutIndexes(client, ["speech_requests", "credit_ledger", "request_events"], async () => {
      for (let from = 0; from < size.rows; from += batch) {
        signal.throwIfAborted();
        await client.query(insertRequests, [
          from,
          Math.min(from + batch, size.rows) - 1,
          size.rows,
          size.accounts,
          voices,
        ]);
      }
    });
    for (const statement of sums) {
      signal.throwIfAborted();
      await client.query(statement);
    }
    await client.query(insertNotifications, [Math.ceil(size.rows / 10)]);
    await client.query("vacuum (analyze)");
    await client.query("checkpoint");
    const { rows } = await client.query<{ bytes: number }>(
      "select pg_database_size(current_database())::float8 as bytes",
    );
    return { bytes: rows[0]?.bytes ?? 0 };
  } finally {
    await client.end();
  }
}

/** Drops the indexes of tables that are no keys, writes, and builds them again. */
async function withoutIndexes(client: pg.Client, tables: readonly string[], write: () => Promise<void>): Promise<void> {
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = any($1::regclass[]) and not indisunique`,
    [tables],
  );
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`);
  await write();
  for (const table of tables) await client.query(`alter table ${table} enable trigger user`);
  for (const { definition } of indexes) await client.query(definition);
}

const insertAccounts = `
  insert into users (id, email, name, username, created_at)
  select ${accountId("n")}, 'account-' || n || '@example.com', 'Account ' || n, 'account-' || n,
    now() - make_interval(secs => ${grownDays} * 86400.0 * ($1::int - n) / $1::int)
  from generate_series(0, $1::int - 1) as n`;

/** In 100 requests 70 are texts, 95 are completed, 4 have failed and one was cancelled. Each account has a key, two voices and a latency of the day. */
const insertRequests = `
  with made as (
    select uuidv7() as id, n, ${accountId(`case when n % 11 < 2 then 0 else n::bigint * 7919 % $4::int end`)} as account,
      n::bigint * 31 % 10 < 7 as is_tts, n::bigint * 37 % 100 as lot, n % 50 + 1 as amount,
      now() - make_interval(secs => 60 + ${grownDays} * 86400.0 * ($3::bigint - n) / $3::bigint) as at
    from generate_series($1::int, $2::int) as n
  ), requests as (
    insert into speech_requests (id, user_id, request_type, is_demo, source, api_key_id, status, progress, language, voice_id, input_text,
      characters, credits, duration_seconds, error_code, result_key, options, created_at, started_at, finished_at)
    select id, account, case when is_tts then 'tts' else 'asr' end, false, case when lot % 3 = 0 then 'web' else 'api_key' end,
      case when lot % 3 = 0 then null else md5('key ' || account)::uuid end,
      case when lot < 95 then 'completed' else 'failed' end, 100, 'en',
      case when is_tts then ($5::uuid[])[get_byte(uuid_send(account), 0) % 10 + n % 2 * 10 + 1] end,
      case when is_tts and at > now() - make_interval(days => ${textDays}) then 'Order ' || lpad(($3::bigint - n)::text, 9, '0') || ' is on its way to you.' end,
      case when is_tts then amount end, case when lot < 95 then amount end, amount,
      case when lot = 99 then 'cancelled' when lot >= 95 then 'internal_error' end,
      case when lot < 95 and at > now() - make_interval(days => ${textDays}) then 'results/' || id end, '{"speed":1}',
      at - make_interval(secs => 0.2 * 1.2 ^ (extract(doy from at)::int % 30)), at, at
    from made
    returning id, user_id, request_type, credits, status, finished_at
  ), charges as (
    insert into credit_ledger (user_id, pool, kind, credits, request_id, created_at)
    select user_id, request_type, 'usage', -credits, id, finished_at from requests where credits is not null
  )
  insert into request_events (user_id, subject_type, subject_id, type, facts, created_at)
  select user_id, case request_type when 'tts' then 'synthesis' else 'transcription' end, id, status, '{}', finished_at
  from requests where finished_at > now() - make_interval(days => ${textDays})`;

const day = "(finished_at at time zone 'utc')::date";
/** The month of a day, as a group. */
const month = "date_trunc('month', day::timestamp)::date";

/** The sums of use that the requests add up to, of all accounts. */
const sums: readonly string[] = [
  `insert into usage_days (user_id, day, source, voice_id, voice_label, tts_count, asr_count, tts_characters, asr_seconds, credits)
   select user_id, ${day}, source, coalesce(voice_id::text, ''), '', count(voice_id), count(*) - count(voice_id),
     coalesce(sum(credits) filter (where voice_id is not null), 0), coalesce(sum(credits) filter (where voice_id is null), 0), sum(credits)
   from speech_requests where credits is not null group by 1, 2, 3, 4`,
  `insert into usage_totals
   select user_id, day, source, sum(tts_count), sum(asr_count), sum(tts_characters), sum(asr_seconds), sum(credits)
   from usage_days group by 1, 2, 3`,
  `insert into usage_months (user_id, month, source, voice_id, voice_label, tts_count, credits)
   select user_id, ${month}, source, voice_id, '', sum(tts_count), sum(credits) from usage_days where voice_id <> '' group by 1, 2, 3, 4`,
  `insert into usage_keys (user_id, day, api_key_id, request_type, requests, credits, latencies)
   select user_id, ${day}, coalesce(api_key_id::text, ''), request_type, count(*), sum(credits),
     array_fill(count(*)::int, array[1], array[max(latency_bucket(finished_at - created_at))])
   from speech_requests where credits is not null group by 1, 2, 3, 4`,
  `insert into usage_latencies (user_id, month, api_key_id, request_type, bucket, requests)
   select user_id, ${month}, api_key_id, request_type, array_lower(latencies, 1), sum(requests) from usage_keys group by 1, 2, 3, 4, 5`,
  `insert into usage_errors (user_id, day, api_key_id, error_code, requests)
   select user_id, ${day}, coalesce(api_key_id::text, ''), error_code, count(*)
   from speech_requests where status = 'failed' group by 1, 2, 3, 4`,
];

/** One in a hundred has failed. */
const insertNotifications = `
  insert into webhook_events (id, provider, dedupe_key, event_id, event_type, subject, payload, status, received_at, processed_at)
  select uuidv7(), 'payment', n::text, 'event-' || n, 'payment.captured', 'order-' || n, '{}',
    case n % 100 when 0 then 'failed' else 'processed' end, at, at
  from (
    select n, now() - make_interval(secs => ${grownDays} * 86400.0 * ($1::int - n) / $1::int) as at from generate_series(1, $1::int) as n
  ) as made`;
