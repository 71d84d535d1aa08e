import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import { releaseHold } from "#src/domain/credits/release-hold.ts";
import { deleteJob } from "#src/domain/jobs/queries.ts";
import { insertObjectRemovals } from "#src/domain/object-removals/queries.ts";
import { removeObjects } from "#src/domain/object-removals/remove-objects.ts";
import type { ObjectStore } from "#src/platform/object-store/object-store.ts";
import { deleteRequest } from "./queries.ts";

/** Removes a request with its text and its audio, whatever its state. */
export async function removeRequest(
  { db, store }: { readonly db: Kysely<Database>; readonly store: ObjectStore },
  requestId: string,
): Promise<void> {
  const keys = await db.transaction().execute(async (trx) => {
    await deleteJob(trx, requestId);
    await releaseHold(trx, requestId);
    const removed = await deleteRequest(trx, requestId);
    return insertObjectRemovals(trx, [removed?.source_key, removed?.result_key]);
  });
  await removeObjects({ db, store }, keys);
}
