import { type RawBuilder, sql } from "kysely";
import type { creditPools } from "#db/billing-schema.ts";
import type { Db } from "#db/schema.ts";
import { cancelledCode } from "#src/domain/speech/shown-status.ts";
import { type UsageDay, type UsageFilter, wholeMonths } from "./queries.ts";

/** Each bucket of latencies ends 1.1 times as high as the one below it; the first ends at 1.1 ms. */
const bucketFactor = 1.1;

/** The latency of completed requests, from the call to the result, to 5 %. */
export interface Latency {
  readonly medianMs: number;
  readonly p95Ms: number;
}

/** The use of a pool. */
export interface PoolUsage {
  readonly requests: number;
  readonly credits: number;
  /** Null when nothing was completed. */
  readonly latency: Latency | null;
}

type Pool = (typeof creditPools)[number];

/** The use of a key, its failures, and what its callers stopped. */
export interface KeyUsage {
  /** Empty for calls without a key. */
  readonly apiKeyId: string;
  readonly pools: Readonly<Partial<Record<Pool, PoolUsage>>>;
  /** Most frequent first; without requests that were cancelled. */
  readonly errors: readonly { readonly code: string; readonly requests: number }[];
  /** The number of requests that were cancelled or stopped. */
  readonly cancelled: number;
}

interface KeyFilter extends UsageFilter {
  /** All of them when null. */
  readonly apiKeyId: string | null;
}

const ofAccount = ({ userId, source, apiKeyId }: KeyFilter): RawBuilder<boolean> => sql<boolean>`
  user_id = ${userId}
  ${apiKeyId === null ? sql`` : sql`and api_key_id = ${apiKeyId}`}
  ${source === null ? sql`` : source === "web" ? sql`and api_key_id = ''` : sql`and api_key_id <> ''`}`;

const matches = (filter: KeyFilter): RawBuilder<boolean> =>
  sql<boolean>`${ofAccount(filter)} and day >= ${filter.from} and day <= ${filter.to}`;

/** Lists the use of each key, most credits first. */
export async function listUsageKeys(db: Db, filter: KeyFilter): Promise<readonly KeyUsage[]> {
  const [sums, buckets, errors] = await Promise.all([
    listSums(db, filter),
    listBuckets(db, filter),
    listErrors(db, filter),
  ]);
  const bucketsOf = Map.groupBy(buckets, ({ api_key_id: id, request_type: pool }) => `${pool} ${id}`);
  const sumsOf = Map.groupBy(sums, (sum) => sum.api_key_id);
  const errorsOf = Map.groupBy(errors, (error) => error.api_key_id);
  const isCancelled = ({ error_code: code }: ErrorCount): boolean => code === cancelledCode;
  return [...new Set([...sumsOf.keys(), ...errorsOf.keys()])].map((apiKeyId) => ({
    apiKeyId,
    pools: Object.fromEntries(
      (sumsOf.get(apiKeyId) ?? []).map(({ request_type: pool, requests, credits }) => [
        pool,
        { requests, credits, latency: latencyOf(bucketsOf.get(`${pool} ${apiKeyId}`) ?? []) },
      ]),
    ),
    errors: (errorsOf.get(apiKeyId) ?? [])
      .filter((error) => !isCancelled(error))
      .map(({ error_code: code, requests }) => ({ code, requests })),
    cancelled: errorsOf.get(apiKeyId)?.find(isCancelled)?.requests ?? 0,
  }));
}

interface Sum {
  readonly api_key_id: string;
  readonly request_type: Pool;
  readonly requests: number;
  readonly credits: number;
}

async function listSums(db: Db, filter: KeyFilter): Promise<readonly Sum[]> {
  const { rows } = await sql<Sum>`
    select api_key_id, request_type, sum(requests)::float8 as requests, sum(credits)::float8 as credits
    from usage_keys where ${matches(filter)}
    group by api_key_id, request_type
    order by sum(sum(credits)) over (partition by api_key_id) desc, api_key_id, request_type`.execute(db);
  return rows;
}

const sumOf = (column: "requests" | "credits", pool: Pool) =>
  sql`coalesce(sum(${sql.ref(column)}) filter (where request_type = ${pool}), 0)::float8`;

/** The days on which something was charged, ascending. */
export async function listKeyDays(db: Db, filter: KeyFilter): Promise<readonly UsageDay[]> {
  const { rows } = await sql<UsageDay>`
    select day, ${sumOf("requests", "tts")} as tts_count, ${sumOf("requests", "asr")} as asr_count,
      ${sumOf("credits", "tts")} as tts_characters, ${sumOf("credits", "asr")} as asr_seconds,
      sum(credits)::float8 as credits
    from usage_keys where ${matches(filter)} group by day order by day`.execute(db);
  return rows;
}

interface Bucket {
  readonly api_key_id: string;
  readonly request_type: Pool;
  readonly bucket: number;
  readonly requests: number;
}

/** Added up from the months that lie wholly within the time, and from the days before and after them. */
async function listBuckets(db: Db, filter: KeyFilter): Promise<readonly Bucket[]> {
  const { firstMonth, endOfMonths } = wholeMonths(filter);
  const { rows } = await sql<Bucket>`
    select api_key_id, request_type, bucket, sum(requests)::float8 as requests
    from (
      select api_key_id, request_type, bucket, requests from usage_latencies
      where ${ofAccount(filter)} and month >= ${firstMonth} and month < ${endOfMonths}
      union all
      select api_key_id, request_type, generate_subscripts(latencies, 1), unnest(latencies) from usage_keys
      where ${matches(filter)} and (day < ${firstMonth} or day >= greatest(${firstMonth}, ${endOfMonths}))
    ) as part
    where bucket > 0 and requests > 0
    group by api_key_id, request_type, bucket order by bucket`.execute(db);
  return rows;
}

interface ErrorCount {
  readonly api_key_id: string;
  readonly error_code: string;
  readonly requests: number;
}

async function listErrors(db: Db, filter: KeyFilter): Promise<readonly ErrorCount[]> {
  const { rows } = await sql<ErrorCount>`
    select api_key_id, error_code, sum(requests)::float8 as requests from usage_errors where ${matches(filter)}
    group by api_key_id, error_code order by requests desc, api_key_id, error_code`.execute(db);
  return rows;
}

function latencyOf(buckets: readonly Bucket[]): Latency | null {
  const total = buckets.reduce((sum, { requests }) => sum + requests, 0);
  return total === 0 ? null : { medianMs: quantileOf(buckets, total * 0.5), p95Ms: quantileOf(buckets, total * 0.95) };
}

/** The middle of the bucket in which the request of this rank is, in milliseconds. */
function quantileOf(buckets: readonly Bucket[], rank: number): number {
  let seen = 0;
  const found = buckets.find(({ requests }) => (seen += requests) >= rank);
  return Math.round(bucketFactor ** ((found?.bucket ?? 0) - 0.5));
}
