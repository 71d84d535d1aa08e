import { sql } from "kysely";
import type { Db } from "#db/schema.ts";
import { settleDelivered } from "#src/domain/credits/settle-delivered.ts";
import { insertObjectRemovals } from "#src/domain/object-removals/queries.ts";
import { removeObjects } from "#src/domain/object-removals/remove-objects.ts";
import { deleteChunks } from "#src/domain/speech-chunks/queries.ts";
import type { ObjectStore } from "#src/platform/object-store/object-store.ts";

/** Requests, and whose they have to be. */
interface RequestsReference {
  readonly requestIds: readonly string[];
  readonly userId: string;
}

/**
 * Removes requests of an account as `removeRequest` removes one, all of them or, when something fails, none.
 * @returns the ids of those that were there
 */
export async function removeRequests(
  { db, store }: { readonly db: Db; readonly store: ObjectStore },
  { requestIds, userId }: RequestsReference,
): Promise<readonly string[]> {
  const { ids, keys } = await db.transaction().execute(async (trx) => {
    const ownIds = await findOwn(trx, { requestIds, userId });
    const own = sql<string>`any(${ownIds}::uuid[])`;
    await deleteJobs(trx, own);
    // Few: only of requests that have not ended.
    const holds = trx.selectFrom("holds").select("request_id").where("request_id", "=", own);
    for (const hold of await holds.orderBy("request_id").execute()) await settleDelivered(trx, hold.request_id);
    await deleteChunks(trx, ownIds);
    const rows = await trx
      .deleteFrom("speech_requests")
      .where("id", "=", own)
      .returning(["id", "source_key", "result_key"])
      .execute();
    const listed = rows.flatMap(({ source_key, result_key }) => [source_key, result_key]);
    return { ids: rows.map(({ id }) => id), keys: await insertObjectRemovals(trx, listed) };
  });
  await removeObjects({ db, store }, keys);
  return ids;
}

async function findOwn(db: Db, { requestIds, userId }: RequestsReference): Promise<readonly string[]> {
  const ids = sql<string>`any(${requestIds}::uuid[])`;
  const rows = db.selectFrom("speech_requests").select("id").where("id", "=", ids).where("user_id", "=", userId);
  return (await rows.execute()).map(({ id }) => id);
}

/** In the order of their ids, so that two calls with the same requests do not wait for each other. */
async function deleteJobs(db: Db, subjects: ReturnType<typeof sql<string>>): Promise<void> {
  const inOrder = db.selectFrom("jobs").select("subject_id").where("subject_id", "=", subjects);
  await db.deleteFrom("jobs").where("subject_id", "in", inOrder.orderBy("subject_id").forUpdate()).execute();
}
