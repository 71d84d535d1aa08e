import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import { finishJob, type JobLease } from "#src/domain/jobs/queries.ts";
import type { DomainError } from "#src/errors.ts";
import type { ObjectStore } from "#src/platform/object-store/object-store.ts";
import { writeFailure } from "./queries.ts";

/**
 * Ends a request without a result: the row stays and says why, its audio goes.
 * @throws LeaseLostError when another run has taken over
 */
export async function failRequest(
  { db, store }: { readonly db: Kysely<Database>; readonly store: ObjectStore },
  lease: JobLease,
  error: DomainError,
): Promise<void> {
  const sourceKey = await db.transaction().execute(async (trx) => {
    await finishJob(trx, lease);
    return writeFailure(trx, lease.subjectId, error);
  });
  if (sourceKey !== null) await store.remove([sourceKey]);
}
