import { sql } from "kysely";
import type { Db } from "#db/schema.ts";
import { settleDelivered } from "#src/domain/credits/settle-delivered.ts";
import { insertObjectRemovals } from "#src/domain/object-removals/queries.ts";
import { removeObjects } from "#src/domain/object-removals/remove-objects.ts";
import { endRequest } from "#src/domain/request-events/end-request.ts";
import { deleteChunks } from "#src/domain/speech-chunks/queries.ts";
import { DomainError } from "#src/errors.ts";
import type { ObjectStore } from "#src/platform/object-store/object-store.ts";
import { deleteRequest } from "./ending-queries.ts";

interface Removing {
  readonly db: Db;
  readonly store: ObjectStore;
}

/** The id of a request, and of its account where it has to be of one. */
export interface RequestReference {
  readonly requestId: string;
  readonly userId?: string;
}

/**
 * Removes a request with its text and its audio, whatever its state; work in progress stops, and costs
 * what was sent of it where it is streamed, else what was done of it. What it was charged stays in
 * the ledger and in the usage report.
 * @throws DomainError `request_not_found` when the account that is named has no such request
 */
export async function removeRequest(resources: Removing, { requestId, ...owner }: RequestReference): Promise<void> {
  const removed = await removeRequests(resources, { requestIds: [requestId], ...owner });
  if (removed.length === 0 && owner.userId !== undefined) throw new DomainError("request_not_found");
}

/** Requests, and whose they have to be, where they have to be of one account. */
interface RequestsReference {
  readonly requestIds: readonly string[];
  readonly userId?: string;
}

/** Removes requests in the same way, all of them or, when something fails, none. @returns the ids of those that were there */
export async function removeRequests(
  { db, store }: Removing,
  reference: RequestsReference,
): Promise<readonly string[]> {
  const { ids, keys } = await db.transaction().execute(async (trx) => {
    const found = await findRequests(trx, reference);
    const unfinished = [...(await lockJobs(trx, found)), ...(await lockLiveSessions(trx, found))];
    const unneeded: (string | null)[] = [];
    for (const subjectId of unfinished) {
      const settle = () => settleDelivered(trx, subjectId);
      const write = async () => {
        const work = await deleteRequest(trx, subjectId);
        unneeded.push(...(work?.unneeded ?? []));
        return work && { ...work, unneeded: [] };
      };
      await endRequest(trx, { subjectId, lease: null, settle, write });
    }
    await deleteChunks(trx, found);
    const rows = await trx
      .deleteFrom("speech_requests")
      .where("id", "=", sql<string>`any(${found}::uuid[])`)
      .returning(["id", "source_key", "result_key"])
      .execute();
    unneeded.push(...rows.flatMap(({ source_key, result_key }) => [source_key, result_key]));
    // The total of stored bytes is locked after all balances, as completing a synthesis locks them.
    const listed = await insertObjectRemovals(trx, unneeded);
    return { ids: [...unfinished, ...rows.map(({ id }) => id)], keys: listed };
  });
  await removeObjects({ db, store }, keys);
  return ids;
}

async function findRequests(db: Db, { requestIds, userId }: RequestsReference): Promise<readonly string[]> {
  const rows = db
    .selectFrom("speech_requests")
    .select("id")
    .where("id", "=", sql<string>`any(${requestIds}::uuid[])`)
    .$if(userId !== undefined, (query) => query.where("user_id", "=", userId ?? ""));
  return (await rows.execute()).map(({ id }) => id);
}

/**
 * Locks the jobs of these subjects, in the order of their ids, so that two calls with the same requests do not wait for each other.
 * @returns the subjects by credit pool, syntheses first, so that the balances of an account are locked in the order of `creditPools`
 */
async function lockJobs(db: Db, subjectIds: readonly string[]): Promise<readonly string[]> {
  const jobs = db
    .selectFrom("jobs")
    .select(["subject_id", "name"])
    .where("subject_id", "=", sql<string>`any(${subjectIds}::uuid[])`);
  const locked = await jobs.orderBy("subject_id").forUpdate().execute();
  const byPool = locked.toSorted((one, other) => one.name.localeCompare(other.name));
  return byPool.map(({ subject_id }) => subject_id);
}

/** Locks the live sessions of these requests, which are transcriptions, in the order of their ids. */
async function lockLiveSessions(db: Db, requestIds: readonly string[]): Promise<readonly string[]> {
  const sessions = db
    .selectFrom("live_sessions")
    .select("request_id")
    .where("request_id", "=", sql<string>`any(${requestIds}::uuid[])`);
  return (await sessions.orderBy("request_id").forUpdate().execute()).map(({ request_id }) => request_id);
}
