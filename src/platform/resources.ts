import { join } from "node:path";
import type { Db } from "#db/schema.ts";
import { type Config, ConfigError, directUrlOf } from "#src/config.ts";
import { type Coalesced, openCoalesced } from "./async/coalesced.ts";
import { type KeyedMutex, openKeyedMutex } from "./async/keyed-mutex.ts";
import { openOutbound, type Outbound } from "./connections/outbound.ts";
import { type Logger, openLogger } from "./logger.ts";
import { type Metrics, openMetrics } from "./metrics/metrics.ts";
import { type DiskReserve, openDiskReserve } from "./disk/disk-reserve.ts";
import { openFilesystemStore } from "./object-store/filesystem.ts";
import type { ObjectStore } from "./object-store/object-store.ts";
import { openS3Store } from "./object-store/s3.ts";
import { tracedStore } from "./object-store/traced-store.ts";
import { findDatabaseFaults } from "./postgres/database-faults.ts";
import { openPostgres } from "./postgres/postgres.ts";
import { openReplica, type Replica } from "./postgres/replica.ts";
import { openQueues, type Queues } from "./queue/queue.ts";
import { findEviction } from "./redis.ts";
import { openTtlCache, type TtlCache } from "./async/ttl-cache.ts";
import { openWorkspace, type Workspace } from "./disk/workspace.ts";
import { openTracing } from "./tracing/open-tracing.ts";

/** The connections and clients that a process of the service uses. */
export interface Resources extends AsyncDisposable {
  readonly config: Config;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly db: Db;
  readonly replica: Replica;
  readonly mutex: KeyedMutex;
  readonly answers: TtlCache;
  readonly queues: Queues;
  readonly coalesced: Coalesced;
  readonly store: ObjectStore;
  readonly workspace: Workspace;
  /** The reserve of the disk that holds the workspace. */
  readonly disk: DiskReserve;
  /** Connections to addresses that callers give. */
  readonly outbound: Outbound;
}

/** Opens all of it; disposal closes in reverse order. @throws ConfigError without a database */
export async function openResources(config: Config, name: string): Promise<Resources> {
  const { databaseUrl, databasePooler: pooler, redis, queuePrefix: prefix } = config;
  if (databaseUrl === null) throw new ConfigError("DATABASE_URL is not set.");
  await using opened = new AsyncDisposableStack();
  const log = openLogger(name, config.logLevel);
  opened.adopt(await openTracing({ tracing: config.tracing, name, log }), (part) => part.close());
  const metrics = openMetrics({ hasExemplars: config.tracing !== null });
  const workspace = opened.adopt(await openWorkspace(join(config.dataDir, "tmp")), (part) => part.close());
  const disk = openDiskReserve({ path: config.dataDir, percent: config.limits.bodies.diskReservePercent });
  const store =
    config.s3 === null ? await openFilesystemStore(join(config.dataDir, "objects")) : await openS3Store(config.s3);
  const pool = { url: databaseUrl, pooler, poolSize: config.databasePoolSize, name: `speech-${name}`, metrics };
  const db = opened.adopt(openPostgres(pool), (part) => part.destroy());
  const { databaseReplicaUrl: replicaUrl } = config;
  const standby = replicaUrl === null ? null : openPostgres({ ...pool, url: replicaUrl, metrics: undefined });
  if (standby !== null) opened.adopt(standby, (part) => part.destroy());
  const directUrl = redis === null ? directUrlOf(config) : databaseUrl;
  const queues = opened.adopt(openQueues({ redis, databaseUrl: directUrl, prefix, log }), (part) => part.close());
  await refuseFaults(config, { db, log });
  const coalesced = opened.adopt(openCoalesced(), (part) => part.settled());
  const outbound = opened.use(openOutbound(config.outbound));
  const kept = opened.move();
  return {
    config,
    log,
    metrics,
    db,
    replica: openReplica({ primary: db, replica: standby, log }),
    mutex: openKeyedMutex(),
    answers: openTtlCache(),
    queues,
    coalesced,
    store: config.tracing === null ? store : tracedStore(store),
    workspace,
    disk,
    outbound,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

/** Says before any work is taken what would fail later. @throws ConfigError a line for each fault */
async function refuseFaults(config: Config, { db, log }: Pick<Resources, "db" | "log">): Promise<void> {
  const eviction = config.redis === null ? null : findEviction(config.redis, log);
  const found = await Promise.all([findDatabaseFaults(db, { ...config, log }), eviction]);
  const faults = found.flat().filter((fault) => fault !== null);
  if (faults.length > 0) throw new ConfigError(faults.join("\n"));
}
