import type { Cluster, Redis } from "ioredis";
import { CompiledQuery } from "kysely";
import { RateLimiterPostgres, RateLimiterRedis, type RateLimiterRes } from "rate-limiter-flexible";
import type { Db } from "#db/schema.ts";
import type { RedisConfig } from "#src/config.ts";
import { DomainError } from "#src/errors.ts";
import { openCircuitBreaker } from "#src/platform/async/circuit-breaker.ts";
import type { Logger } from "#src/platform/logger.ts";
import { openRedis } from "#src/platform/redis.ts";

const windowSeconds = 60;
/** A counter that answers later than this counts as unavailable. */
const commandTimeoutMs = 1_000;
/** And is not asked again before. */
const retryAfterMs = 500;
const table = "rate_limits";
/** The verdict is ours: the library is to count, not to judge. */
const points = Number.MAX_SAFE_INTEGER;

export interface RateLimiterOptions {
  /** The counters are on this Redis, or, when null, in the table `rate_limits`. */
  readonly redis: RedisConfig | null;
  readonly db: Db;
  /** Keeps the keys of several installations on one Redis apart. */
  readonly prefix: string;
  readonly log: Logger;
}

/** The state of a count. */
export interface Count {
  /** Calls of the window so far, this one included. */
  readonly calls: number;
  /** Milliseconds until the window ends. */
  readonly resetMs: number;
}

/** Counts calls, exactly over all processes. */
export interface RateLimiter {
  /** The seconds for which the calls of a window count; a window begins with its first call. */
  readonly windowSeconds: number;
  /** Counts one call. @returns null when the counter cannot be reached: limits must not take the service down */
  count(key: string): Promise<Count | null>;
  /** Reads a count without counting. @returns null when nothing is counted, or the counter cannot be reached */
  look(key: string): Promise<Count | null>;
  /** Takes a call back that has been counted in the window which is running. */
  takeBack(key: string): Promise<void>;
  close(): void;
}

interface Counter {
  penalty(key: string): Promise<RateLimiterRes>;
  reward(key: string): Promise<RateLimiterRes>;
  get(key: string): Promise<RateLimiterRes | null>;
}

/** Opens the counters; resolves when they can be used, or are known to be unavailable. */
export async function openRateLimiter({ redis, db, prefix, log }: RateLimiterOptions): Promise<RateLimiter> {
  const client = redis === null ? null : await connect(redis, log);
  const counter = client === null ? onPostgres(db) : onRedis(client, `${prefix}:limit`);
  // No call waits for a counter that has just not answered another call.
  const breaker = openCircuitBreaker({
    failures: 1,
    openMs: retryAfterMs,
    refusal: () => new DomainError("unavailable"),
    onChange: (isOpen, error) => {
      if (isOpen) log.warn({ error: String(error) }, "rate limits are off: the counters cannot be reached");
      else log.info("rate limits are on again");
    },
  });
  const attempt = (how: keyof Counter, key: string): Promise<RateLimiterRes | null> =>
    breaker.run(() => counter[how](key)).catch(() => null);
  return {
    windowSeconds,
    count: async (key) => countOf(await attempt("penalty", key)),
    look: async (key) => countOf(await attempt("get", key)),
    takeBack: async (key) => {
      await attempt("reward", key);
    },
    close: () => client?.disconnect(),
  };
}

const countOf = (result: RateLimiterRes | null): Count | null =>
  result && { calls: result.consumedPoints, resetMs: result.msBeforeNext };

/** A client that fails fast while Redis is unavailable, and comes back with it. */
async function connect(redis: RedisConfig, log: Logger): Promise<Redis | Cluster> {
  const client = openRedis(redis, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    connectTimeout: commandTimeoutMs,
    commandTimeout: commandTimeoutMs,
    lazyConnect: true,
    reconnectMs: retryAfterMs,
  });
  client.on("error", (error: Error) => log.debug({ error: error.message }, "the counters have trouble"));
  await client.connect().catch(() => undefined);
  return client;
}

const onRedis = (storeClient: Redis | Cluster, keyPrefix: string): Counter =>
  new RateLimiterRedis({ storeClient, keyPrefix, points, duration: windowSeconds });

/** One statement a call, on the connections that are there anyway. The library removes what has expired. */
const onPostgres = (db: Db): Counter =>
  new RateLimiterPostgres({
    storeClient: {
      query: async ({ text, values }: { readonly text: string; readonly values: readonly unknown[] }) => {
        const { rows } = await db.executeQuery(CompiledQuery.raw(text, [...values]));
        return { rows, rowCount: rows.length };
      },
    },
    storeType: "client",
    tableName: table,
    tableCreated: true,
    keyPrefix: "",
    points,
    duration: windowSeconds,
  });
