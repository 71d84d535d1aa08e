import { type ExpressionBuilder, type Kysely, sql } from "kysely";
import type { Database } from "#db/schema.ts";
import type { JobName } from "#src/jobs/catalogue.ts";
import type { JobPayload } from "#src/jobs/contract.ts";
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
  readonly name: string;
  readonly generation: number;
  readonly run: number;
  /** Runs that failed in the ordinary way. */
  readonly failures: number;
  /** Runs that never reported back. */
  readonly crashes: number;
}

const ticketColumns = ["subject_id", "name", "generation", "priority"] as const;
const sweepBatch = 500;

interface TicketRow {
  readonly subject_id: string;
  readonly name: string;
  readonly generation: number;
  readonly priority: number;
}

const ticketOf = (row: TicketRow, delayMs = 0): JobTicket => ({
  name: row.name,
  payload: { subject_id: row.subject_id, generation: row.generation },
  priority: row.priority,
  delayMs,
});

const inMs = (ms: number) => sql<Date>`now() + make_interval(secs => ${ms / 1000})`;
const msAgo = (ms: number) => inMs(-ms);

/** Writes the work down, in the transaction that writes its subject. The ticket is dispatched after the commit. */
export async function insertJob(
  db: Kysely<Database>,
  job: { readonly subjectId: string; readonly name: JobName; readonly priority?: number },
): Promise<JobTicket> {
  const values = { subject_id: job.subjectId, name: job.name, priority: job.priority ?? 0 };
  return ticketOf(await db.insertInto("jobs").values(values).returning(ticketColumns).executeTakeFirstOrThrow());
}

/** Heartbeats that a run may miss before the queue is believed that it has died. */
const missedHeartbeats = 1.5;

/**
 * Begins a run. A run that has been heard of just now keeps its work: the queue hands work out twice when it has
 * been away, too.
 * @returns null when the work is done, gone, being done or has moved on to another generation
 */
export async function claimJob(
  db: Kysely<Database>,
  payload: JobPayload,
  heartbeatMs: number,
): Promise<JobLease | null> {
  const row = await db
    .updateTable("jobs")
    .set((eb) => ({
      run: eb("run", "+", 1),
      crashes: sql<number>`crashes + (state = 'running')::int`,
      state: "running",
      heartbeat_at: sql<Date>`now()`,
    }))
    .where("subject_id", "=", payload.subject_id)
    .where("generation", "=", payload.generation)
    .where((eb) => eb.or([eb("state", "=", "queued"), eb("heartbeat_at", "<", msAgo(missedHeartbeats * heartbeatMs))]))
    .returning(["subject_id", "name", "generation", "run", "failures", "crashes"])
    .executeTakeFirst();
  if (row === undefined) return null;
  return { subjectId: row.subject_id, ...row };
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
      enqueued_at: sql<Date>`now()`,
    }))
    .where("state", "=", "running")
    .where("heartbeat_at", "<", msAgo(leaseExpiresMs))
    .returning(ticketColumns)
    .execute();
  return rows.map((row) => ticketOf(row));
}
