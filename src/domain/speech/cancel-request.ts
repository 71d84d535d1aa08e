import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import { releaseHold } from "#src/domain/credits/release-hold.ts";
import { deleteJob } from "#src/domain/jobs/queries.ts";
import { insertObjectRemovals } from "#src/domain/object-removals/queries.ts";
import { removeObjects } from "#src/domain/object-removals/remove-objects.ts";
import { DomainError } from "#src/errors.ts";
import type { ObjectStore } from "#src/platform/object-store/object-store.ts";
import { writeFailure } from "./ending-queries.ts";

/** Ends an open request that nobody waits for any more; a run in progress loses its lease and stops. */
export async function cancelRequest(
  { db, store }: { readonly db: Kysely<Database>; readonly store: ObjectStore },
  requestId: string,
): Promise<void> {
  const keys = await db.transaction().execute(async (trx) => {
    await deleteJob(trx, requestId);
    await releaseHold(trx, requestId);
    return insertObjectRemovals(trx, [await writeFailure(trx, requestId, new DomainError("cancelled"))]);
  });
  await removeObjects({ db, store }, keys);
}
