import { sql } from "kysely";
import type { Db } from "#db/schema.ts";
import { accountTransaction } from "#src/domain/accounts/account-transaction.ts";
import { callbackEvent, insertedDeliveries, releasedDeliveries } from "#src/domain/callbacks/callback-events.ts";
import { insertObjectRemovals } from "#src/domain/object-removals/queries.ts";
import { cancelRequest } from "#src/domain/speech/cancel-request.ts";
import { removeRequests } from "#src/domain/speech/remove-request.ts";
import { DomainError } from "#src/errors.ts";
import type { PromoterContext } from "#src/domain/jobs/promote-next.ts";
import type { Resources } from "#src/platform/resources.ts";
import { type Batch, type BatchReference, countItems, findBatch, type OwnBatch } from "./queries.ts";

/** The requests of a batch that are removed at once. */
const removedAtOnce = 200;

/** Ends a batch, all of whose items have ended, in the caller's transaction, and writes one event. Again does nothing. */
export async function finishBatch(trx: Db, batchId: string): Promise<void> {
  const ended = await trx
    .updateTable("speech_batches")
    .set({ finished_at: sql<Date>`now()` })
    .where("id", "=", batchId)
    .where("finished_at", "is", null)
    .returning(["user_id", "cancelled_at", "archive_key"])
    .executeTakeFirst();
  if (ended === undefined) return;
  const counts = (await countItems(trx, [batchId])).get(batchId);
  const { completed = 0, failed = 0, cancelled = 0 } = counts ?? {};
  const kept = { counts: JSON.stringify(counts), options: "{}", archive_key: null };
  await trx.updateTable("speech_batches").set(kept).where("id", "=", batchId).execute();
  await insertObjectRemovals(trx, [ended.archive_key]);
  const status = ended.cancelled_at === null ? "completed" : "cancelled";
  const about = { type: "speech.batch.completed", userId: ended.user_id, subjectId: batchId } as const;
  const event = callbackEvent(about, { batch_id: batchId, status, completed, failed, cancelled });
  await sql`with released as (${releasedDeliveries(event)}) ${insertedDeliveries(event)}`.execute(trx);
}

/**
 * Cancels what waits of a batch. What is being transcribed goes on to its end, and is charged.
 * @throws DomainError `batch_not_found`
 */
export async function cancelBatch(
  resources: PromoterContext & Pick<Resources, "mutex" | "store">,
  own: OwnBatch,
): Promise<Batch> {
  await cancelItems(resources, own);
  const { rows } = await sql<{ id: string }>`
    select id from speech_requests where status = 'queued' and id in (
      select request_id from speech_batch_items where batch_id = ${own.batchId} and state = 'submitted'
    )`.execute(resources.db);
  for (const { id } of rows) await cancelRequest(resources, id);
  return requireBatch(resources.db, own);
}

/**
 * Deletes a batch with the requests of all its items; what is being transcribed stops, and costs what was done of it.
 * @throws DomainError `batch_not_found`
 */
export async function deleteBatch(resources: Pick<Resources, "db" | "mutex" | "store">, own: OwnBatch): Promise<void> {
  const { db } = resources;
  const { batchId, userId } = own;
  await cancelItems(resources, own);
  const items = await db
    .selectFrom("speech_batch_items")
    .select("request_id")
    .where("batch_id", "=", batchId)
    .execute();
  const ids = items.map((item) => item.request_id);
  for (let done = 0; done < ids.length; done += removedAtOnce) {
    await removeRequests(resources, { requestIds: ids.slice(done, done + removedAtOnce), userId });
  }
  await accountTransaction(resources, userId, async (trx) => {
    await finishBatch(trx, batchId);
    await trx.deleteFrom("speech_batches").where("id", "=", batchId).execute();
  });
}

/** Cancels the items that are not submitted, and writes down that the batch was cancelled, unless it has ended. */
const cancelItems = (resources: Pick<Resources, "db" | "mutex">, own: OwnBatch): Promise<void> =>
  accountTransaction(resources, own.userId, async (trx) => {
    const batch = await requireBatch(trx, own);
    if (batch.finished_at === null) await writeCancellation(trx, own.batchId);
  });

/** Cancels a draft that was never started, unless it has been started or is gone by now. */
export const cancelDraft = (resources: Pick<Resources, "db" | "mutex">, own: OwnBatch): Promise<void> =>
  accountTransaction(resources, own.userId, async (trx) => {
    const draft = await findBatch(trx, own);
    if (draft !== null && draft.started_at === null) await writeCancellation(trx, own.batchId);
  });

async function writeCancellation(trx: Db, batchId: string): Promise<void> {
  const times = {
    cancelled_at: sql<Date>`coalesce(cancelled_at, now())`,
    started_at: sql<Date>`coalesce(started_at, now())`,
  };
  await trx.updateTable("speech_batches").set(times).where("id", "=", batchId).execute();
  await trx
    .updateTable("speech_batch_items")
    .set({ state: "cancelled", source: null })
    .where("batch_id", "=", batchId)
    .where("state", "=", "waiting")
    .execute();
}

/** @throws DomainError `batch_not_found` */
export async function requireBatch(db: Db, reference: BatchReference): Promise<Batch> {
  const batch = await findBatch(db, reference);
  if (batch === null) throw new DomainError("batch_not_found");
  return batch;
}
