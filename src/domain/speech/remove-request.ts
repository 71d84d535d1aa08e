import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import { deleteJob } from "#src/domain/jobs/queries.ts";
import type { ObjectStore } from "#src/platform/object-store/object-store.ts";
import { deleteRequest } from "./queries.ts";

/** Removes a request with its text and its audio, whatever its state. */
export async function removeRequest(
  { db, store }: { readonly db: Kysely<Database>; readonly store: ObjectStore },
  requestId: string,
): Promise<void> {
  const removed = await db.transaction().execute(async (trx) => {
    await deleteJob(trx, requestId);
    return deleteRequest(trx, requestId);
  });
  await store.remove([removed?.source_key, removed?.result_key].filter((key) => typeof key === "string"));
}
