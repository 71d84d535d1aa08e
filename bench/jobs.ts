import { randomUUID } from "node:crypto";
import { createRedisBackend, withBackend } from "bullmq";
import pg from "pg";
import { promoteNext } from "#src/domain/jobs/promote-next.ts";
import { finishJob, insertJob } from "#src/domain/jobs/queries.ts";
import { jobContract } from "#src/jobs/catalogue.ts";
import type { JobPayload } from "#src/jobs/contract.ts";
import { runJob } from "#workers/runtime/run-job.ts";
import { openSlotRegistration } from "#workers/runtime/slot-registration.ts";
import { type Report } from "./report.ts";
import { machineLoad } from "#harness/machine-load.ts";
import { type BenchOptions, startService } from "./running-service.ts";
import { median, millisecondsOf } from "#harness/statistics.ts";

const defaultRounds = 5;
const jobsInFlood = 2_000;
const producers = 16;
const concurrency = 16;
const singleJobs = 200;
const name = "apply-identity-event";
/** The facts of the empty jobs. */
export const emptyJobs = { name, concurrency, inFlood: jobsInFlood } as const;
/** A job of another queue, so that the jobs without rows have it for themselves. */
const rowless = "train-voice";

/** Someone who takes jobs that do nothing. */
export interface Line {
  /** Resolves when the job has been written down, with what resolves when it has been done. */
  readonly add: () => Promise<{ readonly done: Promise<void> }>;
}

/** The cost of a job beside the queue. */
interface Upkeep {
  readonly written: (id: string) => Promise<unknown>;
  readonly done: (id: string) => Promise<unknown>;
}

/** Measures how long an empty job takes from its writing to its end, beside BullMQ alone. */
export async function measureJobs(options: BenchOptions): Promise<Report> {
  const { repetitions: rounds = defaultRounds, signal } = options;
  if (!options.services) throw new Error("BullMQ alone runs on Redis: add --services.");
  const load = machineLoad();
  await using service = await startService([], options);
  await using stack = new AsyncDisposableStack();
  const { config } = service.resources;
  const lines = {
    bare: bareLine(config.redis?.url ?? "", nothing, stack),
    rows: bareLine(config.redis?.url ?? "", await openRows(config.databaseUrl ?? "", stack), stack),
    queue: queueLine(service.resources, stack),
    service: ourLine(service.resources, stack),
  };
  await using _ = await openSlotRegistration(service.resources, jobContract(name).queue, concurrency);
  const [floods, singles]: [Times[], Times[]] = [[], []];
  for (let round = -1; round < rounds; round += 1) {
    signal.throwIfAborted();
    const flood = await timesOf(lines, floodMs);
    const single = await timesOf(lines, singleMs);
    if (round < 0) continue;
    floods.push(flood);
    singles.push(single);
  }
  const rate = (side: keyof Times): number => (1000 * jobsInFlood) / median(floods.map((times) => times[side]));
  const time = (side: keyof Times): number => median(singles.map((times) => times[side]));
  const flood = `${jobsInFlood} jobs by ${producers} producers, ${concurrency} at once`;
  return {
    title: `Empty jobs, from being written to being done, medians of ${rounds} rounds; ${service.stack}; ${load}`,
    baseline: "BullMQ alone on the same Redis; with rows: it writes, updates and deletes a row for each job besides",
    figures: [
      {
        measure: flood,
        unit: "jobs/s",
        baseline: rate("bare"),
        service: rate("service"),
        target: { of: "ratio", atLeast: 0.6 },
      },
      { measure: `${flood}, with rows`, unit: "jobs/s", baseline: rate("rows"), service: rate("service") },
      { measure: `${flood}, the queue only`, unit: "jobs/s", baseline: rate("bare"), service: rate("queue") },
      { measure: "one after the other", unit: "ms", baseline: time("bare"), service: time("service") },
      { measure: "one after the other, with rows", unit: "ms", baseline: time("rows"), service: time("service") },
      { measure: "one after the other, the queue only", unit: "ms", baseline: time("bare"), service: time("queue") },
    ],
    notes: [
      "A job of the service is a row that is written, claimed under a lease and deleted with its result.",
      "The queue only: what the service puts into its queue and takes out of it again, without any row.",
    ],
  };
}

type Times = Readonly<Record<"bare" | "rows" | "queue" | "service", number>>;

async function timesOf(lines: Record<keyof Times, Line>, measure: (line: Line) => Promise<number>): Promise<Times> {
  const { bare, rows, queue, service } = lines;
  return {
    bare: await measure(bare),
    rows: await measure(rows),
    queue: await measure(queue),
    service: await measure(service),
  };
}

/** The time until all jobs of a flood are done. */
export async function floodMs({ add }: Line): Promise<number> {
  let left = jobsInFlood;
  const produce = async (): Promise<void> => {
    const added: Promise<void>[] = [];
    while (left > 0) {
      left -= 1;
      added.push((await add()).done);
    }
    await Promise.all(added);
  };
  return millisecondsOf(() => Promise.all(Array.from({ length: producers }, produce)));
}

/** The median time of jobs that come one after the other. */
export async function singleMs({ add }: Line): Promise<number> {
  const perform = async (): Promise<void> => (await add()).done;
  const times: number[] = [];
  while (times.length < singleJobs) times.push(await millisecondsOf(perform));
  return median(times);
}

const nothing: Upkeep = { written: () => Promise.resolve(), done: () => Promise.resolve() };

/** Does the least that a queue needs whose jobs must outlive it. */
async function openRows(databaseUrl: string, stack: AsyncDisposableStack): Promise<Upkeep> {
  const pool = stack.adopt(new pg.Pool({ connectionString: databaseUrl, max: 10 }), (part) => part.end());
  await pool.query("create table bare_jobs (id uuid primary key, state text not null)");
  return {
    written: (id) => pool.query("insert into bare_jobs values ($1, 'queued')", [id]),
    done: async (id) => {
      await pool.query("update bare_jobs set state = 'running' where id = $1", [id]);
      await pool.query("delete from bare_jobs where id = $1", [id]);
    },
  };
}

/** Tells who waits for a job when it has been done. */
function openEnds() {
  const ends = new Map<string, () => void>();
  return {
    expect: (id: string): Promise<void> => {
      const { promise, resolve } = Promise.withResolvers<void>();
      ends.set(id, resolve);
      return promise;
    },
    tell: (id: string): void => ends.get(id)?.(),
  };
}

function bareLine(redisUrl: string, upkeep: Upkeep, stack: AsyncDisposableStack): Line {
  const ends = openEnds();
  const bullmq = withBackend(createRedisBackend);
  const connection = { url: redisUrl, maxRetriesPerRequest: null };
  const options = { connection, prefix: `bare-${randomUUID()}` };
  const jobs = stack.adopt(new bullmq.Queue("empty", options), (part) => part.close());
  const run = async ({ id = "" }: { id?: string | undefined }): Promise<void> => {
    await upkeep.done(id);
    ends.tell(id);
  };
  stack.adopt(new bullmq.Worker("empty", run, { ...options, concurrency }), (part) => part.close());
  return {
    add: async () => {
      const id = randomUUID();
      const done = ends.expect(id);
      await upkeep.written(id);
      const payload = { subject_id: id, run: 1 };
      await jobs.add("empty", payload, { jobId: id, removeOnComplete: true, removeOnFail: true });
      return { done };
    },
  };
}

type Resources = Parameters<typeof runJob>[0];

function queueLine({ queues }: Resources, stack: AsyncDisposableStack): Line {
  const ends = openEnds();
  const run = (_name: string, { subject_id: id }: JobPayload): Promise<void> => {
    ends.tell(id);
    return Promise.resolve();
  };
  stack.adopt(queues.consume(jobContract(rowless).queue, concurrency, run), (part) => part.close());
  return {
    add: async () => {
      const id = randomUUID();
      const done = ends.expect(id);
      await queues.add(jobContract(rowless).queue, [{ name: rowless, payload: { subject_id: id, run: 1 } }]);
      return { done };
    },
  };
}

/** Takes jobs of the service that do nothing. */
export function ourLine(resources: Resources, stack: AsyncDisposableStack): Line {
  const ends = openEnds();
  const { db, queues } = resources;
  const handler = {
    run: async (lease: Parameters<typeof finishJob>[1]) => {
      await finishJob(db, lease);
      ends.tell(lease.subjectId);
    },
    fail: () => Promise.reject(new Error("An empty job has failed.")),
  };
  const never = new AbortController().signal;
  const run = async (jobName: string, payload: JobPayload): Promise<void> => {
    await runJob(resources, { contract: jobContract(jobName), handler, payload }, never);
  };
  stack.adopt(queues.consume(jobContract(name).queue, concurrency, run), (part) => part.close());
  return {
    add: async () => {
      const subjectId = randomUUID();
      const done = ends.expect(subjectId);
      await insertJob(db, { subjectId, name, accountId: null });
      promoteNext(resources);
      return { done };
    },
  };
}
