import { type ExpressionBuilder, sql } from "kysely";
import { planByIndex, prepared } from "#db/prepared.ts";
import type { Database, Db } from "#db/schema.ts";
import type { JobName } from "#src/jobs/catalogue.ts";
import { batchGroupOf, batchGroupPattern, groupAfterCrash } from "./groups.ts";
import { currentTraceparent, inSpan } from "#src/spans.ts";
import { LeaseLostError } from "./lease-lost-error.ts";
import type { PromotedJob } from "./promote-jobs.ts";

/** The right of one run to write the result of its job; a later run of the job takes it away. */
export interface JobLease {
  readonly subjectId: string;
  /** The account of the job; null without one, and for the demo. */
  readonly accountId: string | null;
  readonly name: string;
  /** The group whose limits apply. */
  readonly groupKey: string;
  readonly run: number;
  /** Runs that ended with a failure. */
  readonly failures: number;
  /** Runs whose lease expired. */
  readonly crashes: number;
  /** For how long the job had been due when it was claimed. */
  readonly waitedSeconds: number;
  /** The time since the job was inserted. */
  readonly ageSeconds: number;
  /** The span in which the job was inserted; null where none was recorded. */
  readonly traceparent: string | null;
}

const sweepBatch = 500;

const inMs = (ms: number) => sql<Date>`now() + make_interval(secs => ${ms / 1000})`;
const msAgo = (ms: number) => inMs(-ms);

interface NewJob {
  readonly subjectId: string;
  readonly name: JobName;
  /** The account of the job; null without one. */
  readonly accountId: string | null;
  /** Default: the account; without an account the name of the job, a group without a limit. */
  readonly groupKey?: string;
  /** The number before that of its first run. Default: 0. */
  readonly run?: number;
}

const jobRow = ({ subjectId, name, accountId, groupKey = accountId ?? name, run = 0 }: NewJob) => ({
  ...{ subject_id: subjectId, name, account_id: accountId, group_key: groupKey, run },
  traceparent: currentTraceparent(),
});

/** Inserts a job in the transaction that inserts its subject. Call `promoteNext` after the commit. */
export const insertJob = (db: Db, job: NewJob): Promise<void> =>
  inSpan(`create ${job.name}`, { kind: "PRODUCER" }, async () => {
    await db.insertInto("jobs").values(jobRow(job)).withPlugin(prepared("insert-job")).execute();
  });

/** The same for many. */
export async function insertJobs(db: Db, jobs: readonly NewJob[]): Promise<void> {
  await db.insertInto("jobs").values(jobs.map(jobRow)).execute();
}

/** For statements that are not prepared: a plan that is made while there are no jobs reads all of them later. */
const isLeased = (lease: JobLease) => (eb: ExpressionBuilder<Database, "jobs">) =>
  eb.and([eb("subject_id", "=", lease.subjectId), eb("run", "=", lease.run), eb("state", "=", sql.lit("running"))]);

/** Renews the lease. @returns false when the run has lost it and should stop */
export async function heartbeatJob(db: Db, lease: JobLease): Promise<boolean> {
  const now = sql<Date>`now()`;
  const result = await db.updateTable("jobs").set({ heartbeat_at: now }).where(isLeased(lease)).executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** @returns false when the run has lost its lease and should stop */
export async function holdsLease(db: Db, lease: JobLease): Promise<boolean> {
  const held = db.selectFrom("jobs").select("run").where(isLeased(lease));
  return (await held.executeTakeFirst()) !== undefined;
}

/** Ends the job. @throws LeaseLostError when another run has taken over; nothing may be written then */
export async function finishJob(db: Db, lease: JobLease): Promise<void> {
  const ended = db.deleteFrom("jobs").where(isLeased(lease));
  const result = await ended.withPlugin(prepared("finish-job", { first: planByIndex })).executeTakeFirst();
  if (result.numDeletedRows !== 1n) throw new LeaseLostError();
}

/** Ends the job and writes its result, in one transaction. @throws LeaseLostError when another run has taken over */
export const underLease = <Result>(db: Db, lease: JobLease, write: (trx: Db) => Promise<Result>): Promise<Result> =>
  db.transaction().execute(async (trx) => {
    await finishJob(trx, lease);
    return write(trx);
  });

/** Returns an unfinished job to the outbox. @returns false when the lease was lost */
export async function returnJob(
  db: Db,
  lease: JobLease,
  { failed, delayMs }: { readonly failed: boolean; readonly delayMs: number },
): Promise<boolean> {
  const result = await db
    .updateTable("jobs")
    .where(isLeased(lease))
    .set((eb) => ({
      state: "queued",
      promoted_at: null,
      failures: eb("failures", "+", failed ? 1 : 0),
      run_at: inMs(delayMs),
    }))
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Counts the unfinished jobs of these names of an account, without those of batches; demo jobs have no account. */
export async function countJobs(db: Db, accountId: string, names: readonly JobName[]): Promise<number> {
  const jobs = db.selectFrom("jobs").where("account_id", "=", accountId).where("name", "in", names);
  const own = jobs
    .where("group_key", "not like", sql.lit(batchGroupPattern))
    // One that crashed its worker twice is in another group.
    .where(sql<boolean>`not exists (select from speech_batch_items where request_id = jobs.subject_id)`);
  const counted = own.select((eb) => eb.fn.countAll<string>().as("count"));
  return Number((await counted.executeTakeFirstOrThrow()).count);
}

/** Deletes the record of when an account was last served, and of a promotion that stopped at it. */
export async function deleteGroup(db: Db, accountId: string): Promise<void> {
  const groups = [accountId, batchGroupOf(accountId)];
  await db.deleteFrom("job_groups").where("group_key", "in", groups).execute();
  await db.deleteFrom("job_cursors").where("group_key", "in", groups).execute();
}

/** Deletes the job of a subject; a run in progress loses its lease. @returns false when the work has ended already */
export async function deleteJob(db: Db, subjectId: string): Promise<boolean> {
  const result = await db.deleteFrom("jobs").where("subject_id", "=", subjectId).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Returns jobs to the outbox that their queue refused. */
export async function withdrawJobs(db: Db, jobs: readonly PromotedJob[]): Promise<void> {
  const [ids, runs] = [jobs.map(({ subjectId }) => subjectId), jobs.map(({ run }) => run)];
  await sql`
    update jobs set promoted_at = null where subject_id in (
      select subject_id from jobs join unnest(${ids}::uuid[], ${runs}::int[]) as promoted (subject_id, run)
        using (subject_id, run)
      where state = 'queued' for update of jobs skip locked
    )`.execute(db);
}

/** Returns jobs that were promoted more than `requeueAfterMs` ago and not claimed. @returns how many they were */
export async function returnOverdueJobs(db: Db, requeueAfterMs: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update jobs set promoted_at = null where subject_id in (
      select subject_id from jobs
      where promoted_at < ${msAgo(requeueAfterMs)} and state = 'queued' limit ${sweepBatch} for update skip locked
    )`.execute(db);
  return Number(numAffectedRows);
}

/** Returns jobs whose last heartbeat is older than `leaseExpiresMs`. @returns how many they were */
export async function returnExpiredJobs(db: Db, leaseExpiresMs: number): Promise<number> {
  // A run that is just ending holds the lock of its row.
  const { numAffectedRows } = await sql`
    update jobs set
      state = 'queued', promoted_at = null, run_at = now(), crashes = crashes + 1, group_key = ${groupAfterCrash}
    where subject_id in (
      select subject_id from jobs
      where state = 'running' and heartbeat_at < ${msAgo(leaseExpiresMs)} for update skip locked
    )`.execute(db);
  return Number(numAffectedRows);
}
