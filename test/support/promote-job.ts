import { sql } from "kysely";
import type { Db } from "#db/schema.ts";
import type { JobPayload } from "#src/jobs/contract.ts";

/** Promotes a job regardless of the limits. @returns what the queue would deliver; run 1 of a job that is not waiting */
export async function promoteJob(db: Db, subjectId: string): Promise<JobPayload> {
  const row = await db
    .updateTable("jobs")
    .set((eb) => ({ promoted_at: sql<Date>`now()`, run: eb("run", "+", 1) }))
    .where("subject_id", "=", subjectId)
    .where("state", "=", "queued")
    .returning("run")
    .executeTakeFirst();
  return { subject_id: subjectId, run: row?.run ?? 1 };
}
