import { type ExpressionBuilder, type Kysely, sql } from "kysely";
import type { Database } from "#db/schema.ts";
import type { JobName } from "#src/jobs/catalogue.ts";
import { groupAfterCrash } from "./groups.ts";
import { LeaseLostError } from "./lease-lost-error.ts";
import type { PromotedJob } from "./promote-jobs.ts";

/** The right of one run to finish its job; a later run of the same job takes it away. */
export interface JobLease {
  readonly subjectId: string;
  /** Whose job it is; null for nobody's and for those of the demo. */
  readonly accountId: string | null;
  readonly name: string;
  /** What shares the limits that the job falls under. */
  readonly groupKey: string;
  readonly run: number;
  /** Runs that failed in the ordinary way. */
  readonly failures: number;
  /** Runs that never reported back. */
  readonly crashes: number;
  /** For how long the job had been due when the run began. */
  readonly waitedSeconds: number;
}

const sweepBatch = 500;
const adoptBatch = 10_000;

const inMs = (ms: number) => sql<Date>`now() + make_interval(secs => ${ms / 1000})`;
const msAgo = (ms: number) => inMs(-ms);

interface NewJob {
  readonly subjectId: string;
  readonly name: JobName;
  /** Whose job it is; null when nobody's. */
  readonly accountId: string | null;
  /** The account when absent, or nobody, whose jobs of one name are a group without a limit. */
  readonly groupKey?: string;
}

/** Writes a job, in the transaction that writes its subject. It is to be promoted after the commit. */
export async function insertJob(db: Kysely<Database>, job: NewJob): Promise<void> {
  const { subjectId, name, accountId, groupKey = accountId ?? name } = job;
  const values = { subject_id: subjectId, name, account_id: accountId, group_key: groupKey };
  await db.insertInto("jobs").values(values).execute();
}

const isLeased = (lease: JobLease) => (eb: ExpressionBuilder<Database, "jobs">) =>
  eb.and([eb("subject_id", "=", lease.subjectId), eb("run", "=", lease.run), eb("state", "=", sql.lit("running"))]);

/** Says that the run is alive. @returns false when it has lost its lease and should stop */
export async function heartbeatJob(db: Kysely<Database>, lease: JobLease): Promise<boolean> {
  const now = sql<Date>`now()`;
  const result = await db.updateTable("jobs").set({ heartbeat_at: now }).where(isLeased(lease)).executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Ends the job. @throws LeaseLostError when another run has taken over; nothing may be written then */
export async function finishJob(db: Kysely<Database>, lease: JobLease): Promise<void> {
  const result = await db.deleteFrom("jobs").where(isLeased(lease)).executeTakeFirst();
  if (result.numDeletedRows !== 1n) throw new LeaseLostError();
}

/** Ends the job and writes its result, in one transaction. @throws LeaseLostError when another run has taken over */
export const underLease = <Result>(
  db: Kysely<Database>,
  lease: JobLease,
  write: (trx: Kysely<Database>) => Promise<Result>,
): Promise<Result> =>
  db.transaction().execute(async (trx) => {
    await finishJob(trx, lease);
    return write(trx);
  });

/** Returns an unfinished job for a later run. @returns false when the lease was lost */
export async function returnJob(
  db: Kysely<Database>,
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

/** Counts the account's jobs of these names that are not done; those of the demo are nobody's. */
export async function countJobs(db: Kysely<Database>, accountId: string, names: readonly JobName[]): Promise<number> {
  const jobs = db.selectFrom("jobs").where("account_id", "=", accountId).where("name", "in", names);
  const counted = jobs.select((eb) => eb.fn.countAll<string>().as("count"));
  return Number((await counted.executeTakeFirstOrThrow()).count);
}

/** Forgets when an account was served. */
export async function deleteGroup(db: Kysely<Database>, accountId: string): Promise<void> {
  await db.deleteFrom("job_groups").where("group_key", "=", accountId).execute();
  // What an earlier release kept.
  await db.deleteFrom("job_turns").where("account_id", "=", accountId).execute();
}

/** Forgets a job whose subject is being removed; a run in progress loses its lease. */
export async function deleteJob(db: Kysely<Database>, subjectId: string): Promise<void> {
  await db.deleteFrom("jobs").where("subject_id", "=", subjectId).execute();
}

/** Takes back what was promoted and did not reach its queue. */
export async function withdrawJobs(db: Kysely<Database>, jobs: readonly PromotedJob[]): Promise<void> {
  const [ids, runs] = [jobs.map(({ subjectId }) => subjectId), jobs.map(({ run }) => run)];
  await sql`
    update jobs set promoted_at = null where subject_id in (
      select subject_id from jobs join unnest(${ids}::uuid[], ${runs}::int[]) as promoted (subject_id, run)
        using (subject_id, run)
      where state = 'queued' for update of jobs skip locked
    )`.execute(db);
}

/** Takes back what was promoted longer than `requeueAfterMs` ago and not begun. @returns how much it was */
export async function returnOverdueJobs(db: Kysely<Database>, requeueAfterMs: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update jobs set promoted_at = null where subject_id in (
      select subject_id from jobs
      where promoted_at < ${msAgo(requeueAfterMs)} and state = 'queued' limit ${sweepBatch} for update skip locked
    )`.execute(db);
  return Number(numAffectedRows);
}

/** Returns jobs whose run has not been heard of for `leaseExpiresMs`. @returns how many they were */
export async function returnExpiredJobs(db: Kysely<Database>, leaseExpiresMs: number): Promise<number> {
  // A run that is just ending holds its row.
  const { numAffectedRows } = await sql`
    update jobs set
      state = 'queued', promoted_at = null, run_at = now(), crashes = crashes + 1, group_key = ${groupAfterCrash}
    where subject_id in (
      select subject_id from jobs
      where state = 'running' and heartbeat_at < ${msAgo(leaseExpiresMs)} for update skip locked
    )`.execute(db);
  return Number(numAffectedRows);
}

/** Gives a group to jobs that an earlier release has written. */
export async function adoptJobs(db: Kysely<Database>): Promise<void> {
  await sql`
    update jobs set group_key = coalesce(
      case when lane like 'suspects: %' then 'quarantine: ' || name else lane end, account_id::text, name
    )
    where subject_id in (
      select subject_id from jobs where group_key is null and state = 'queued' and promoted_at is null
      limit ${adoptBatch} for update skip locked
    )`.execute(db);
}
