import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import { finishJob, type JobLease } from "#src/domain/jobs/queries.ts";
import type { DomainError } from "#src/errors.ts";
import type { ObjectStore } from "#src/platform/object-store/object-store.ts";
import { writeTrainingFailure } from "./queries.ts";

/**
 * Ends a training without a voice: the row stays and says why, the sample goes.
 * @throws LeaseLostError when another run has taken over
 */
export async function failTraining(
  { db, store }: { readonly db: Kysely<Database>; readonly store: ObjectStore },
  lease: JobLease,
  error: DomainError,
): Promise<void> {
  const sampleKey = await db.transaction().execute(async (trx) => {
    await finishJob(trx, lease);
    return writeTrainingFailure(trx, lease.subjectId, error);
  });
  if (sampleKey !== null) await store.remove([sampleKey]);
}
