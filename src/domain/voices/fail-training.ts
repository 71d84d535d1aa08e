import type { Db } from "#db/schema.ts";
import { type JobLease, underLease } from "#src/domain/jobs/queries.ts";
import { insertObjectRemovals } from "#src/domain/object-removals/queries.ts";
import { removeObjects } from "#src/domain/object-removals/remove-objects.ts";
import type { DomainError } from "#src/errors.ts";
import type { ObjectStore } from "#src/platform/object-store/object-store.ts";
import { writeTrainingFailure } from "./training-queries.ts";

/**
 * Ends a training without a voice: the row stays and says why, the sample goes.
 * @throws LeaseLostError when another run has taken over
 */
export async function failTraining(
  { db, store }: { readonly db: Db; readonly store: ObjectStore },
  lease: JobLease,
  error: DomainError,
): Promise<void> {
  const keys = await underLease(db, lease, async (trx) => {
    return insertObjectRemovals(trx, [await writeTrainingFailure(trx, lease.subjectId, error)]);
  });
  await removeObjects({ db, store }, keys);
}
