import { setTimeout as sleep } from "node:timers/promises";
import { createPostgresBackend, createRedisBackend, runMigrations, withBackend } from "bullmq";
import { Cluster } from "ioredis";
import pTimeout from "p-timeout";
import pg from "pg";
import { type JobPayload, jobPayload, type QueueName, queueJobId, subjectOfQueueJobId } from "#src/jobs/contract.ts";
import type { RedisConfig } from "#src/config.ts";
import type { Logger } from "#src/platform/logger.ts";
import { redisConnection } from "#src/platform/redis.ts";
import { type Closable, openProducers, type Part } from "./producers.ts";
import { endsWithin } from "#src/platform/shutdown.ts";

const lockMs = 10_000;
const stalledCheckMs = 5_000;
/** Crashes are counted in PostgreSQL; the queue itself must deliver a stalled run again without a limit. */
const stalledLimit = 1_000;
const commandTimeoutMs = 2_000;
const connectTimeoutMs = 5_000;
const poolSize = 4;
const restartMs = 1_000;
/** The library waits longer with each attempt, up to 20 seconds: after a long outage work would stand still for as long. */
const reconnectMs = 1_000;
/** Those who consume have waited for their jobs; what is unavailable and cannot be closed must not keep the process. */
const closeTimeoutMs = 1_000;

export interface QueueOptions {
  /** BullMQ runs on this Redis, or, when null, in the schema `bullmq` of the database. */
  readonly redis: RedisConfig | null;
  readonly databaseUrl: string;
  /** Keeps the keys of several installations on one Redis apart. Those of a queue are in one hash slot of a Redis Cluster. */
  readonly prefix: string;
  readonly log: Logger;
}

export interface QueuedJob {
  readonly name: string;
  readonly payload: JobPayload;
}

export interface Consumer {
  /** Takes no more jobs and waits for those in hand. */
  close(): Promise<void>;
}

export interface Queues {
  /** Rejects within two seconds when the queue cannot be reached. A run that the queue already has is not added again. */
  add(queue: QueueName, jobs: readonly QueuedJob[]): Promise<void>;
  /** A run that rejects is a failed one; the queue keeps the message of its error and does not retry it. */
  consume(queue: QueueName, concurrency: number, run: Run): Consumer;
  /** Calls back with the subject of each run that ends from now on; it may miss some. */
  watch(queue: QueueName, onEnded: (subjectId: string) => void): void;
  /** Counts the runs that no consumer has taken yet. Rejects when the queue cannot be reached. */
  countWaiting(queue: QueueName): Promise<number>;
  /** Rejects when the queue cannot be reached. */
  check(): Promise<void>;
  close(): Promise<void>;
}

type Run = (name: string, payload: JobPayload) => Promise<void>;

interface Ended {
  readonly jobId: string;
}

/** A part with a loop, which ends when the part closes or after an unrecoverable error. */
interface Loop extends Part {
  run(): Promise<unknown>;
}

interface Producer extends Part {
  add(name: string, data: JobPayload, options: { jobId: string }): Promise<unknown>;
  addBulk(jobs: { name: string; data: JobPayload; opts: { jobId: string } }[]): Promise<unknown>;
  getJobCountByTypes(type: "waiting"): Promise<number>;
}

interface Backend {
  producer(name: QueueName): Producer;
  worker(name: QueueName, concurrency: number, run: (job: { name: string; data: unknown }) => ReturnType<Run>): Loop;
  events(name: QueueName, onEnded: (ended: Ended) => void): Loop;
}

/** The job queues. The only file that knows which of the two backends carries them. */
export function openQueues({ redis, databaseUrl, prefix, log }: QueueOptions): Queues {
  const onError = (error: Error): void => log.warn({ error: error.message }, "queue connection error");
  const backend =
    redis === null ? onPostgres(databaseUrl, onError) : onRedis({ redis, prefix: `{${prefix}}`, onError });
  const producers = openProducers((name: QueueName) => backend.producer(name));
  const loops: Closable[] = [];
  const countWaiting = (queue: QueueName): Promise<number> =>
    pTimeout(
      producers.of(queue).then((part) => part.getJobCountByTypes("waiting")),
      connectTimeout,
    );
  const keepGoing = (make: () => Loop): Closable => {
    const loop = restarted(make, onError);
    loops.push(loop);
    return loop;
  };
  return {
    add: async (queue, jobs) => {
      await withinCommandTimeout(producers.of(queue).then((part) => addTo(part, jobs)));
    },
    consume: (queue, concurrency, run) => keepGoing(() => backend.worker(queue, concurrency, parsed(run))),
    watch: (queue, onEnded) => {
      keepGoing(() => backend.events(queue, ({ jobId }) => onEnded(subjectOfQueueJobId(jobId))));
    },
    countWaiting,
    check: async () => {
      await countWaiting("synthesis");
    },
    close: async () => {
      const parts = [...loops, ...producers.opened()];
      await endsWithin(Promise.allSettled(parts.map((part) => part.close())), closeTimeoutMs);
    },
  };
}

async function addTo(producer: Producer, jobs: readonly QueuedJob[]): Promise<void> {
  const added = jobs.map(({ name, payload }) => ({ name, data: payload, opts: { jobId: queueJobId(payload) } }));
  const [first, ...others] = added;
  // A single job needs no transaction of Redis.
  if (first !== undefined && others.length === 0) await producer.add(first.name, first.data, first.opts);
  else await producer.addBulk(added);
}

/** A message without a valid payload ends at once. */
const parsed = (run: Run) => async (job: { name: string; data: unknown }) => {
  const { data: payload } = jobPayload.safeParse(job.data);
  if (payload !== undefined) await run(job.name, payload);
};

async function runFrom(loop: Loop): Promise<void> {
  await loop.waitUntilReady();
  await loop.run();
}

/** Makes the part anew whenever it cannot connect or its loop breaks, until it is closed. */
function restarted(make: () => Loop, onError: OnError): Closable {
  const closing = new AbortController();
  let part = make();
  const live = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      await runFrom(part).catch(onError);
      if (closing.signal.aborted) return;
      part.close().catch(() => undefined);
      await sleep(restartMs, undefined, { signal: closing.signal }).catch(() => undefined);
      if (!closing.signal.aborted) part = make();
    }
  };
  void live();
  return {
    close: async () => {
      closing.abort();
      await part.close();
    },
  };
}

/** Makes or upgrades the tables that BullMQ keeps in the database. */
export async function migrateQueueTables(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await runMigrations(client);
  } finally {
    await client.end();
  }
}

/** The number of completed and of failed runs that each queue keeps, by id and outcome. */
const keepEnded = { count: 100 };
const jobOptions = { attempts: 1, removeOnComplete: keepEnded, removeOnFail: keepEnded, stackTraceLimit: 0 } as const;
const workerOptions = {
  lockDuration: lockMs,
  stalledInterval: stalledCheckMs,
  maxStalledCount: stalledLimit,
  runRetryDelay: restartMs,
  autorun: false,
} as const;

type OnError = (error: Error) => void;

function onRedis({ redis, prefix, onError }: { redis: RedisConfig; prefix: string; onError: OnError }): Backend {
  const bullmq = withBackend(createRedisBackend);
  const consuming = { maxRetriesPerRequest: null, reconnectMs };
  // A promotion must not hang while Redis is unavailable: the jobs return to the outbox.
  const producing = {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout: commandTimeoutMs,
    reconnectMs,
  };
  return {
    producer: (name) => {
      const connection = redisConnection(redis, producing);
      const queue = new bullmq.Queue(name, { connection, prefix, defaultJobOptions: jobOptions });
      closeWith(queue, connection);
      return queue.on("error", onError);
    },
    worker: (name, concurrency, run) => {
      const connection = redisConnection(redis, consuming);
      const worker = new bullmq.Worker(name, run, { ...workerOptions, connection, prefix, concurrency });
      closeWith(worker, connection);
      return worker.on("error", onError);
    },
    events: (name, onEnded) => {
      const connection = redisConnection(redis, { ...consuming, lazyConnect: true });
      return new bullmq.QueueEvents(name, { connection, prefix, autorun: false })
        .on("error", onError)
        .on("completed", onEnded)
        .on("failed", onEnded);
    },
  };
}

/** BullMQ leaves a client open that it was given; with options, it closes its own. */
function closeWith(part: Part, client: object): void {
  if (!(client instanceof Cluster)) return;
  client.on("error", () => undefined);
  const close = part.close.bind(part);
  part.close = () => close().finally(() => client.disconnect());
}

function onPostgres(connectionString: string, onError: OnError): Backend {
  const bullmq = withBackend(createPostgresBackend);
  // The outbox holds the truth; runs that the queue loses in a crash are promoted again.
  const options = "-c synchronous_commit=off";
  // BullMQ does not listen to a client between the statements of a transaction: one that breaks there would end the process.
  const onConnect = (client: pg.ClientBase): void => void client.on("error", () => undefined);
  const limits = { max: poolSize, connectionTimeoutMillis: connectTimeoutMs };
  const connection = { ...limits, connectionString, options, onConnect };
  return {
    producer: (name) => new bullmq.Queue(name, { connection, defaultJobOptions: jobOptions }).on("error", onError),
    worker: (name, concurrency, run) =>
      new bullmq.Worker(name, run, { ...workerOptions, connection, concurrency }).on("error", onError),
    events: (name, onEnded) =>
      new bullmq.QueueEvents(name, { connection, autorun: false })
        .on("error", onError)
        .on("completed", onEnded)
        .on("failed", onEnded),
  };
}

/** One error for all commands: with a text, `p-timeout` would capture a stack for each, which costs more than its timer. */
const noAnswer = new Error("The queue does not answer.");
/** A health check may take longer than a command that a caller waits for. */
const connectTimeout = { milliseconds: connectTimeoutMs, message: noAnswer } as const;

const withinCommandTimeout = <Result>(work: Promise<Result>): Promise<Result> =>
  pTimeout(work, { milliseconds: commandTimeoutMs, message: noAnswer });
