import type { Db } from "#db/schema.ts";
import { settleDelivered } from "#src/domain/credits/settle-delivered.ts";
import { deleteJob } from "#src/domain/jobs/queries.ts";
import { insertObjectRemovals } from "#src/domain/object-removals/queries.ts";
import { removeObjects } from "#src/domain/object-removals/remove-objects.ts";
import { deleteChunks } from "#src/domain/speech-chunks/queries.ts";
import { DomainError } from "#src/errors.ts";
import type { ObjectStore } from "#src/platform/object-store/object-store.ts";
import { deleteRequest } from "./ending-queries.ts";

/** Which request; of which account, where it has to be of one. */
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
export async function removeRequest(
  { db, store }: { readonly db: Db; readonly store: ObjectStore },
  reference: RequestReference,
): Promise<void> {
  const { requestId } = reference;
  const keys = await db.transaction().execute(async (trx) => {
    await deleteJob(trx, requestId);
    await settleDelivered(trx, requestId);
    await deleteChunks(trx, [requestId]);
    const removed = await deleteRequest(trx, reference);
    if (removed === null && reference.userId !== undefined) throw new DomainError("request_not_found");
    return insertObjectRemovals(trx, [removed?.source_key, removed?.result_key]);
  });
  await removeObjects({ db, store }, keys);
}
