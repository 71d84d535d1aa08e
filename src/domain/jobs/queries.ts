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
  /** Of a lane one run goes on at a time; null where runs go side by side. */
  readonly lane: string | null;
  readonly generation: number;
  readonly run: number;
  /** Runs that failed in the ordinary way. */
  readonly failures: number;
  /** Runs that never reported back. */
  readonly crashes: number;
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

/** Writes the work down, in the transaction that writes its subject. The ticket is dispatched after the commit. */
export async function insertJob(
  db: Kysely<Database>,
  job: { readonly subjectId: string; readonly name: JobName; readonly priority?: number; readonly lane?: string },
): Promise<JobTicket> {
  const { subjectId, name, priority = 0, lane = null } = job;
  const values = { subject_id: subjectId, name, priority, lane };
  return ticketOf(await db.insertInto("jobs").values(values).returning(ticketColumns).executeTakeFirstOrThrow());
}

/** Heartbeats that a run may miss before the queue is believed that it has died. */
const missedHeartbeats = 1.5;

/**
 * Begins a run. A run that has been heard of just now keeps its work: the queue hands work out twice when it has
 * been away, too. Work whose lane is taken stays queued; whoever ends the run in the lane puts it into its queue again.
 * @returns null when the work is done, gone, being done, kept waiting or has moved on to another generation
 */
export const claimJob = async (
  db: Kysely<Database>,
  payload: JobPayload,
  heartbeatMs: number,
): Promise<JobLease | null> =>
  (await claimRow(db, payload, { heartbeatMs, lane: null })) ?? claimInLane(db, payload, heartbeatMs);

async function claimInLane(db: Kysely<Database>, payload: JobPayload, heartbeatMs: number): Promise<JobLease | null> {
  const waiting = db.selectFrom("jobs").select("lane").where("subject_id", "=", payload.subject_id);
  const lane = (await waiting.executeTakeFirst())?.lane ?? null;
  if (lane === null) return null;
  return db.transaction().execute(async (trx) => {
    // Those who look whether the lane is free take turns.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`lane of jobs: ${lane}`}, 0))`.execute(trx);
    const running = await trx
      .selectFrom("jobs")
      .select("subject_id")
      .where("lane", "=", lane)
      .where("state", "=", "running")
      .where("subject_id", "<>", payload.subject_id)
      .where("heartbeat_at", ">=", msAgo(missedHeartbeats * heartbeatMs))
      .executeTakeFirst();
    return running === undefined ? claimRow(trx, payload, { heartbeatMs, lane }) : null;
  });
}

async function claimRow(
  db: Kysely<Database>,
  payload: JobPayload,
  { heartbeatMs, lane }: { readonly heartbeatMs: number; readonly lane: string | null },
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
    .where("lane", "is not distinct from", lane)
    .where((eb) => eb.or([eb("state", "=", "queued"), eb("heartbeat_at", "<", msAgo(missedHeartbeats * heartbeatMs))]))
    .returning(["subject_id", "name", "lane", "generation", "run", "failures", "crashes"])
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
