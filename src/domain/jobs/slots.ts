import { sql } from "kysely";
import type { Db } from "#db/schema.ts";
import type { QueueName } from "#src/jobs/contract.ts";

/** Slots that were not renewed for so many heartbeats no longer count. */
export const slotsExpireAfterHeartbeats = 3;

/** A group that was served longer ago counts as never served. */
const groupsKept = sql`interval '1 hour'`;
const slotsKept = sql`interval '1 hour'`;

interface WorkerSlots {
  readonly workerId: string;
  readonly queue: QueueName;
  /** Jobs that the worker can run at once. */
  readonly slots: number;
}

/** Registers the slots of a worker, or renews them. */
export async function registerSlots(db: Db, { workerId, queue, slots }: WorkerSlots): Promise<void> {
  await db
    .insertInto("worker_slots")
    .values({ worker_id: workerId, queue, slots })
    .onConflict((conflict) => conflict.column("worker_id").doUpdateSet({ slots, seen_at: sql<Date>`now()` }))
    .execute();
}

/** Deletes the slots of a worker that takes no more jobs. */
export async function deleteSlots(db: Db, workerId: string): Promise<void> {
  await db.deleteFrom("worker_slots").where("worker_id", "=", workerId).execute();
}

/** Deletes the slots of dead workers. */
export async function deleteOldSlots(db: Db): Promise<void> {
  await sql`delete from worker_slots where seen_at < now() - ${slotsKept}`.execute(db);
}

/** Deletes groups that were served long ago. */
export async function deleteOldGroups(db: Db): Promise<void> {
  await sql`delete from job_groups where served_at < now() - ${groupsKept}`.execute(db);
}
