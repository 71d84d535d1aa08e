import { type Kysely, sql } from "kysely";
import type { Database } from "#db/schema.ts";
import type { QueueName } from "#src/jobs/contract.ts";

/** Slots of a worker that has not renewed them for so many heartbeats count no more. */
export const slotsExpireAfterHeartbeats = 3;

interface WorkerSlots {
  readonly workerId: string;
  readonly queue: QueueName;
  /** Jobs that the worker can work on at a time. */
  readonly slots: number;
}

/** Registers the slots of a worker, or renews them. */
export async function registerSlots(db: Kysely<Database>, { workerId, queue, slots }: WorkerSlots): Promise<void> {
  await db
    .insertInto("worker_slots")
    .values({ worker_id: workerId, queue, slots })
    .onConflict((conflict) => conflict.column("worker_id").doUpdateSet({ slots, seen_at: sql<Date>`now()` }))
    .execute();
}
