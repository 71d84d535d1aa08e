import type { Db } from "#db/schema.ts";
import type { JobLease } from "#src/domain/jobs/queries.ts";
import { removeObjects } from "#src/domain/object-removals/remove-objects.ts";
import { endRequest } from "#src/domain/request-events/end-request.ts";
import type { DomainError } from "#src/errors.ts";
import type { ObjectStore } from "#src/platform/object-store/object-store.ts";
import { isRetraining } from "./retrainings.ts";
import { writeTrainingFailure } from "./training-queries.ts";

/**
 * Ends a training without a voice: the row stays and says why, and the sample goes, but for that of a voice which is trained again and whose
 * sample is not at fault.
 * @throws LeaseLostError when another run has taken over
 */
export async function failTraining(
  { db, store }: { readonly db: Db; readonly store: ObjectStore },
  lease: JobLease,
  error: DomainError,
): Promise<void> {
  const { subjectId } = lease;
  const isFaultOfSample = error.code.startsWith("sample_") || error.code === "audio_unusable";
  const keepsSample = isRetraining(lease.run) && !isFaultOfSample;
  const write = (trx: Db) => writeTrainingFailure(trx, { voiceId: subjectId, keepsSample }, error);
  const ended = await db.transaction().execute((trx) => endRequest(trx, { subjectId, lease, write: () => write(trx) }));
  await removeObjects({ db, store }, ended?.listed ?? []);
}
