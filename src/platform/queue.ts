import { createPostgresBackend, createRedisBackend, runMigrations, withBackend } from "bullmq";
import pg from "pg";
import { type JobPayload, jobPayload, type QueueName, queueJobId, subjectOfQueueJobId } from "#src/jobs/contract.ts";
import { type Logger } from "#src/platform/logger.ts";
import { endsWithin } from "#src/platform/shutdown.ts";

const lockMs = 10_000;
const stalledCheckMs = 5_000;
/** Crashed runs are counted in Postgres; the queue itself should hand a job out as often as it takes. */
const stalledLimit = 1_000;
const commandTimeoutMs = 2_000;
const poolSize = 4;
/** A consumer waits for its jobs when it is closed; one that cannot end must not keep the process. */
const closeTimeoutMs = 5_000;

export interface QueueOptions {
  /** BullMQ runs on this Redis, or, when null, in the schema `bullmq` of the database. */
  readonly redisUrl: string | null;
  readonly databaseUrl: string;
  /** Keeps the keys of several installations on one Redis apart. */
  readonly prefix: string;
  readonly log: Logger;
}

export interface QueuedJob {
  readonly name: string;
  readonly payload: JobPayload;
  /** 0 comes first; the larger, the later. */
  readonly priority: number;
  readonly delayMs: number;
}

export interface Consumer {
  /** Takes no more jobs and waits for those in hand. */
  close(): Promise<void>;
}

export interface Queues {
  /** Rejects within two seconds when the queue cannot be reached. A job whose id is queued already is added once. */
  add(queue: QueueName, job: QueuedJob): Promise<void>;
  consume(queue: QueueName, concurrency: number, run: (name: string, payload: JobPayload) => Promise<void>): Consumer;
  /** Calls back with the subject of every job that ends from now on: a hint, some may be missed. */
  watch(queue: QueueName, onEnded: (subjectId: string) => void): void;
  /** Rejects when the queue cannot be reached. */
  check(): Promise<void>;
  close(): Promise<void>;
}

interface Closable {
  close(): Promise<void>;
}

interface Producer extends Closable {
  add(name: string, data: JobPayload, options: { jobId: string; priority: number; delay: number }): Promise<unknown>;
  getWaitingCount(): Promise<number>;
}

interface Backend {
  producer(name: QueueName): Producer;
  worker(name: QueueName, concurrency: number, run: (job: { name: string; data: unknown }) => Promise<void>): Closable;
  events(name: QueueName, onEnded: (ended: { jobId: string }) => void): Closable;
}

/** The job queues. The only file that knows which of the two backends carries them. */
export function openQueues({ redisUrl, databaseUrl, prefix, log }: QueueOptions): Queues {
  const onError = (error: Error): void => log.warn({ error: error.message }, "the queue has trouble");
  const backend = redisUrl === null ? onPostgres(databaseUrl, onError) : onRedis({ url: redisUrl, prefix, onError });
  const producers = new Map<QueueName, Producer>();
  const open: Closable[] = [];
  const keep = <Part extends Closable>(part: Part): Part => {
    open.push(part);
    return part;
  };
  const producer = (name: QueueName): Producer => {
    const queue = producers.get(name) ?? keep(backend.producer(name));
    producers.set(name, queue);
    return queue;
  };
  return {
    add: async (queue, { name, payload, priority, delayMs }) => {
      const options = { jobId: queueJobId(payload), priority, delay: delayMs };
      await withinCommandTimeout(producer(queue).add(name, payload, options));
    },
    consume: (queue, concurrency, run) =>
      keep(backend.worker(queue, concurrency, (job) => run(job.name, jobPayload.parse(job.data)))),
    watch: (queue, onEnded) => {
      keep(backend.events(queue, ({ jobId }) => onEnded(subjectOfQueueJobId(jobId))));
    },
    check: async () => {
      await withinCommandTimeout(producer("synthesis").getWaitingCount());
    },
    close: async () => {
      await endsWithin(Promise.all(open.map((part) => part.close())), closeTimeoutMs);
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

const jobOptions = { attempts: 1, removeOnComplete: true, removeOnFail: true } as const;
const workerOptions = { lockDuration: lockMs, stalledInterval: stalledCheckMs, maxStalledCount: stalledLimit } as const;

type OnError = (error: Error) => void;

function onRedis({ url, prefix, onError }: { url: string; prefix: string; onError: OnError }): Backend {
  const bullmq = withBackend(createRedisBackend);
  const patient = { url, maxRetriesPerRequest: null };
  // A request must not hang on a Redis that is away: its row stays, and the sweeper queues it later.
  const hasty = { url, enableOfflineQueue: false, maxRetriesPerRequest: 1, commandTimeout: commandTimeoutMs };
  return {
    producer: (name) =>
      new bullmq.Queue(name, { connection: hasty, prefix, defaultJobOptions: jobOptions }).on("error", onError),
    worker: (name, concurrency, run) =>
      new bullmq.Worker(name, run, { ...workerOptions, connection: patient, prefix, concurrency }).on("error", onError),
    events: (name, onEnded) =>
      new bullmq.QueueEvents(name, { connection: patient, prefix })
        .on("error", onError)
        .on("completed", onEnded)
        .on("failed", onEnded),
  };
}

function onPostgres(connectionString: string, onError: OnError): Backend {
  const bullmq = withBackend(createPostgresBackend);
  // The rows of the domain are the truth; a queue that forgets its last moments in a crash is filled again from them.
  const options = "-c synchronous_commit=off";
  const connection = { connectionString, max: poolSize, connectionTimeoutMillis: commandTimeoutMs, options };
  return {
    producer: (name) => new bullmq.Queue(name, { connection, defaultJobOptions: jobOptions }).on("error", onError),
    worker: (name, concurrency, run) =>
      new bullmq.Worker(name, run, { ...workerOptions, connection, concurrency }).on("error", onError),
    events: (name, onEnded) =>
      new bullmq.QueueEvents(name, { connection }).on("error", onError).on("completed", onEnded).on("failed", onEnded),
  };
}

async function withinCommandTimeout<Result>(work: Promise<Result>): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error("The queue does not answer.")), commandTimeoutMs);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    work.catch(() => undefined);
  }
}
