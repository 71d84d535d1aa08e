import { type ExpressionBuilder, type Kysely, sql } from "kysely";
import type { Database } from "#db/schema.ts";
import type { JobName } from "#src/jobs/catalogue.ts";
import type { JobPayload } from "#src/jobs/contract.ts";
import { demoLanes } from "./demo-lanes.ts";
import { groupOf } from "./groups.ts";
import { LeaseLostError } from "./lease-lost-error.ts";

/** Work that waits to be put into its queue. */
export interface JobTicket {
  readonly name: string;
  readonly payload: JobPayload;
  readonly priority: number;
  readonly delayMs: number;
}

/** The right of one run to finish its work; a later run of the same work takes it away. */
export interface JobLease {
  readonly subjectId: string;
  /** Whose work it is where that takes turns; null otherwise. */
  readonly accountId: string | null;
  readonly name: string;
  /** Of a lane one run goes on at a time; null where runs go side by side. */
  readonly lane: string | null;
  readonly generation: number;
  readonly run: number;
  /** Runs that failed in the ordinary way. */
  readonly failures: number;
  /** Runs that never reported back. */
  readonly crashes: number;
  /** For how long the work had been due when the run began. */
  readonly waitedSeconds: number;
}

/** What a ticket is made of. */
export const ticketColumns = ["subject_id", "name", "generation", "priority"] as const;
const sweepBatch = 500;

interface TicketRow {
  readonly subject_id: string;
  readonly name: string;
  readonly generation: number;
  readonly priority: number;
}

/** The ticket of work that has just been written. */
export const ticketOf = (row: TicketRow, delayMs = 0): JobTicket => ({
  name: row.name,
  payload: { subject_id: row.subject_id, generation: row.generation },
  priority: row.priority,
  delayMs,
});

const inMs = (ms: number) => sql<Date>`now() + make_interval(secs => ${ms / 1000})`;
const msAgo = (ms: number) => inMs(-ms);

interface NewJob {
  readonly subjectId: string;
  readonly name: JobName;
  /** Whose work it is, and takes turns with that of others; null when nobody's. */
  readonly accountId: string | null;
  readonly priority?: number;
  readonly lane?: string;
}

/**
 * The lane of the next run. Work that was under way twice when its worker died is kept apart from other such work: one
 * of them may be what kills, and the others must not be given up for having run beside it.
 */
export const laneOfNextRun = sql<string | null>`
  case when state = 'running' and crashes > 0 and (lane is null or lane like ${sql.lit(demoLanes)})
    then 'suspects: ' || name else lane end`;

/**
 * The turn of an account's next job: after its own, and no earlier than that of the latest run of anybody.
 * That is start-time fair queueing with jobs that all cost the same (Goyal, Vin and Cheng 1996).
 */
const nextTurn = (accountId: string, name: string) => sql<bigint>`greatest(
  (select max(turn) + 1 from jobs where account_id = ${accountId} and name = ${name}),
  (select turn + 1 from job_turns where account_id = ${accountId} and name = ${name}),
  (select max(turn) from job_turns where name = ${name}),
  0)`;

/**
 * Writes the work down, in the transaction that writes its subject. The ticket is dispatched after the commit.
 * The jobs of one account are to be written one after the other.
 */
export async function insertJob(db: Kysely<Database>, job: NewJob): Promise<JobTicket> {
  const { subjectId, name, priority = 0, lane = null } = job;
  const accountId = lane === null ? job.accountId : null;
  const turn = accountId === null ? {} : { account_id: accountId, turn: nextTurn(accountId, name) };
  const values = {
    subject_id: subjectId,
    name,
    priority,
    lane,
    group_key: groupOf({ name, lane, accountId }),
    ...turn,
  };
  return ticketOf(await db.insertInto("jobs").values(values).returning(ticketColumns).executeTakeFirstOrThrow());
}

const underLease = (lease: JobLease) => (eb: ExpressionBuilder<Database, "jobs">) =>
  eb.and({ subject_id: lease.subjectId, generation: lease.generation, run: lease.run });

/** Says that the run is alive. @returns false when it has lost its lease and should stop */
export async function heartbeatJob(db: Kysely<Database>, lease: JobLease): Promise<boolean> {
  const now = sql<Date>`now()`;
  const result = await db.updateTable("jobs").set({ heartbeat_at: now }).where(underLease(lease)).executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/**
 * Ends the work; belongs into the transaction that writes its result, first.
 * @throws LeaseLostError when another run has taken over; nothing may be written then
 */
export async function finishJob(db: Kysely<Database>, lease: JobLease): Promise<void> {
  const result = await db.deleteFrom("jobs").where(underLease(lease)).executeTakeFirst();
  if (result.numDeletedRows !== 1n) throw new LeaseLostError();
}

/** Hands unfinished work back for a later run. @returns null when the lease was lost */
export async function returnJob(
  db: Kysely<Database>,
  lease: JobLease,
  { failed, delayMs }: { readonly failed: boolean; readonly delayMs: number },
): Promise<JobTicket | null> {
  const row = await db
    .updateTable("jobs")
    .where(underLease(lease))
    .set((eb) => ({
      state: "queued",
      generation: eb("generation", "+", 1),
      failures: eb("failures", "+", failed ? 1 : 0),
      run_at: inMs(delayMs),
      enqueued_at: sql<Date>`now()`,
    }))
    .returning(ticketColumns)
    .executeTakeFirst();
  return row === undefined ? null : ticketOf(row, delayMs);
}

/**
 * The work that has waited for a lane longest. It gets a new generation: under the old one the queue may still hold a
 * run that was refused, and would take no other.
 */
export async function takeNextOfLane(db: Kysely<Database>, lane: string): Promise<JobTicket | null> {
  const row = await db
    .updateTable("jobs")
    .set((eb) => ({ generation: eb("generation", "+", 1), enqueued_at: sql<Date>`now()` }))
    .where("subject_id", "=", (eb) =>
      eb
        .selectFrom("jobs")
        .select("subject_id")
        .where("lane", "=", lane)
        .where("state", "=", "queued")
        .where("run_at", "<=", sql<Date>`now()`)
        .orderBy("created_at")
        .orderBy("subject_id")
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(ticketColumns)
    .executeTakeFirst();
  return row === undefined ? null : ticketOf(row);
}

/** Counts the account's jobs of these names that are not done; those in a lane are nobody's. */
export async function countJobs(db: Kysely<Database>, accountId: string, names: readonly JobName[]): Promise<number> {
  const jobs = db.selectFrom("jobs").where("account_id", "=", accountId).where("name", "in", names);
  const counted = jobs.select((eb) => eb.fn.countAll<string>().as("count"));
  return Number((await counted.executeTakeFirstOrThrow()).count);
}

/** Forgets which turns an account has had. */
export async function deleteTurns(db: Kysely<Database>, accountId: string): Promise<void> {
  await db.deleteFrom("job_turns").where("account_id", "=", accountId).execute();
}

/** Forgets work whose subject is being removed; a run in progress loses its lease. */
export async function deleteJob(db: Kysely<Database>, subjectId: string): Promise<void> {
  await db.deleteFrom("jobs").where("subject_id", "=", subjectId).execute();
}

/** Work that should be in its queue for longer than `requeueAfterMs`, to be put there again. */
export async function takeOverdueJobs(db: Kysely<Database>, requeueAfterMs: number): Promise<readonly JobTicket[]> {
  const rows = await db
    .updateTable("jobs")
    .set({ enqueued_at: sql<Date>`now()` })
    .where("subject_id", "in", (eb) =>
      eb
        .selectFrom("jobs")
        .select("subject_id")
        .where("state", "=", "queued")
        .where("run_at", "<=", sql<Date>`now()`)
        .where("enqueued_at", "<", msAgo(requeueAfterMs))
        .orderBy("enqueued_at")
        .limit(sweepBatch)
        .forUpdate()
        .skipLocked(),
    )
    .returning(ticketColumns)
    .execute();
  return rows.map((row) => ticketOf(row));
}

/** Work whose run has not been heard of for `leaseExpiresMs`, given a new generation. */
export async function takeExpiredJobs(db: Kysely<Database>, leaseExpiresMs: number): Promise<readonly JobTicket[]> {
  const rows = await db
    .updateTable("jobs")
    .set((eb) => ({
      state: "queued",
      generation: eb("generation", "+", 1),
      crashes: eb("crashes", "+", 1),
      run_at: sql<Date>`now()`,
      enqueued_at: sql<Date>`now()`,
      lane: laneOfNextRun,
    }))
    // A run that is just ending holds its row.
    .where("subject_id", "in", (eb) =>
      eb
        .selectFrom("jobs")
        .select("subject_id")
        .where("state", "=", "running")
        .where("heartbeat_at", "<", msAgo(leaseExpiresMs))
        .forUpdate()
        .skipLocked(),
    )
    .returning(ticketColumns)
    .execute();
  return rows.map((row) => ticketOf(row));
}
