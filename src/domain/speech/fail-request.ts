import type { Db } from "#db/schema.ts";
import { releaseHold } from "#src/domain/credits/release-hold.ts";
import type { JobLease } from "#src/domain/jobs/queries.ts";
import { removeObjects } from "#src/domain/object-removals/remove-objects.ts";
import { endRequest } from "#src/domain/request-events/end-request.ts";
import type { DomainError } from "#src/errors.ts";
import type { ObjectStore } from "#src/platform/object-store/object-store.ts";
import { writeFailure } from "./ending-queries.ts";

/**
 * Ends a request without a result: the row stays and says why, its audio goes, and it costs nothing.
 * @throws LeaseLostError when another run has taken over
 */
export async function failRequest(
  { db, store }: { readonly db: Db; readonly store: ObjectStore },
  lease: JobLease,
  error: DomainError,
): Promise<void> {
  const { subjectId } = lease;
  const ended = await db.transaction().execute((trx) =>
    endRequest(trx, {
      ...{ subjectId, lease },
      settle: () => releaseHold(trx, subjectId),
      write: () => writeFailure(trx, subjectId, error),
    }),
  );
  await removeObjects({ db, store }, ended?.listed ?? []);
}
