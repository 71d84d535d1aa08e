import { type Selectable, sql, type Updateable } from "kysely";
import type { Database, Db } from "#db/schema.ts";
import { accountTransaction } from "#src/domain/accounts/account-transaction.ts";
import { reserveCredits } from "#src/domain/credits/reserve-credits.ts";
import { batchGroupOf } from "#src/domain/jobs/groups.ts";
import { promoteNext, type PromoterContext } from "#src/domain/jobs/promote-next.ts";
import { insertJob } from "#src/domain/jobs/queries.ts";
import { insertRequest, unknownBytes, unknownSeconds } from "#src/domain/speech/submit-transcription.ts";
import { transcriptionOptions } from "#src/domain/speech/transcription-options.ts";
import { requireStorageQuota } from "#src/domain/storage/require-storage-quota.ts";
import { DomainError, isOutage } from "#src/errors.ts";
import type { Resources } from "#src/platform/resources.ts";
import { cancelOldDrafts } from "./draft-batch.ts";
import { finishBatch } from "./end-batch.ts";
import { type Batch, itemSource } from "./queries.ts";

type Context = PromoterContext & Pick<Resources, "mutex" | "log">;

/** An item that waits, with its batch. */
interface WaitingItem
  extends
    Pick<Selectable<Database["speech_batch_items"]>, "request_id" | "name">,
    Pick<
      Batch,
      | "source"
      | "user_id"
      | "api_key_id"
      | "language"
      | "is_language_assumed"
      | "options"
      | "price_percent"
      | "archive_key"
    > {
  /** The place of its recording. */
  readonly place: unknown;
}

/**
 * Moves all batches on: writes down which items have ended, ends batches, submits items as far as an account has room for them in the
 * queue (`batches.concurrency`), so that a batch of thousands never stands in the way of other work, and cancels drafts that were
 * abandoned, last, so that one that cannot be cancelled stops nothing.
 * @returns how much it has done, which is 0 when nothing is left to do for now
 */
export async function sweepBatches(resources: Context): Promise<number> {
  const settled = await settleItems(resources.db);
  const finished = await finishBatches(resources);
  const submitted = await submitItems(resources);
  return settled + finished + submitted + (await cancelOldDrafts(resources));
}

/** Writes down how submitted items have ended. The request of one that is gone was deleted; the ledger has what it was charged. */
async function settleItems(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    update speech_batch_items as item
    set credits = coalesce(request.credits, (
        select -sum(credits) from credit_ledger where kind = 'usage' and request_id = item.request_id), 0), error_code = request.error_code, error_message = request.error_message,
      state = case when request.id is null or request.error_code = 'cancelled' then 'cancelled' else request.status end
    from speech_batch_items as submitted left join speech_requests as request on request.id = submitted.request_id
    where submitted.state = 'submitted' and (request.id is null or request.finished_at is not null)
      and item.request_id = submitted.request_id and item.state = 'submitted'`.execute(db);
  return Number(numAffectedRows ?? 0);
}

async function finishBatches(resources: Pick<Context, "db" | "mutex">): Promise<number> {
  const { rows } = await sql<{ id: string; userId: string }>`
    select id, user_id as "userId" from speech_batches as batch where finished_at is null and started_at is not null and not exists (
      select from speech_batch_items where batch_id = batch.id and state = 'waiting'
    ) and not exists (
      select from speech_batch_items where batch_id = batch.id and state = 'submitted'
    )`.execute(resources.db);
  for (const { id, userId } of rows) await accountTransaction(resources, userId, (trx) => finishBatch(trx, id));
  return rows.length;
}

/** Submits the next items of each account, the oldest batch first. @returns how many were submitted, or have failed */
async function submitItems(resources: Context): Promise<number> {
  const items = await findNext(resources.db, resources.config.batches.concurrency);
  for (const item of items) await submit(resources, item);
  if (items.length > 0) promoteNext(resources);
  return items.length;
}

/** The items that are to be submitted now: as many of each account as have room beside those that are. */
async function findNext(db: Db, most: number): Promise<readonly WaitingItem[]> {
  const { rows } = await sql<WaitingItem>`
    with accounts as materialized (
      select distinct user_id from speech_batches where finished_at is null and started_at is not null
    ), rooms as materialized (
      select user_id, ${most}::int - (
        select count(*) from speech_batches as batch join speech_batch_items as item on item.batch_id = batch.id
        where batch.user_id = accounts.user_id and batch.finished_at is null and item.state = 'submitted'
      ) as room
      from accounts
    )
    select next.* from rooms cross join lateral (
      select item.request_id, item.name, item.place, batch.source, batch.user_id, batch.api_key_id,
        batch.language, batch.is_language_assumed, batch.options, batch.price_percent, batch.archive_key
      from speech_batches as batch cross join lateral (
        -- By the index of each batch, so that the cost does not grow with what waits.
        select request_id, name, source as place, position from speech_batch_items
        where batch_id = batch.id and state = 'waiting' order by position limit greatest(rooms.room, 0)
      ) as item
      where batch.user_id = rooms.user_id and batch.finished_at is null and batch.started_at is not null
      order by batch.created_at, batch.id, item.position limit greatest(rooms.room, 0)
    ) as next`.execute(db);
  return rows;
}

/** Makes a speech request of an item; one that cannot be made has failed, and costs nothing. */
async function submit(resources: Context, item: WaitingItem): Promise<void> {
  try {
    await accountTransaction(resources, item.user_id, (trx) => writeItem(resources, trx, item));
  } catch (error) {
    if (isOutage(error)) throw error;
    if (!(error instanceof DomainError)) {
      resources.log.error({ request: item.request_id, error: String(error) }, "an item of a batch was not submitted");
    }
    const { code, message } = error instanceof DomainError ? error : new DomainError("internal_error");
    const failed = { state: "failed", error_code: code, error_message: message } as const;
    await accountTransaction(resources, item.user_id, (trx) => moveItem(trx, item, failed));
  }
}

/** Writes hold, request and job of an item, unless it has been cancelled or submitted meanwhile. */
async function writeItem({ config }: Context, trx: Db, item: WaitingItem): Promise<void> {
  if (!(await moveItem(trx, item, { state: "submitted" }))) return;
  const { request_id: requestId, user_id: userId, api_key_id: apiKeyId } = item;
  await requireStorageQuota(trx, { userId, bytes: unknownBytes, maxBytes: config.limits.storage.maxBytes });
  const price = { credits: unknownSeconds, pricePercent: item.price_percent };
  await reserveCredits(trx, { requestId, userId, pool: "asr", apiKeyId, ...price });
  await insertRequest(trx, {
    ...{ requestId, userId, apiKeyId, isDemo: false, source: item.source },
    ...{ languageTag: item.language, isLanguageAssumed: item.is_language_assumed },
    options: transcriptionOptions.parse(item.options),
    ...{ recording: recordingOf(item), fileName: item.name },
  });
  const groupKey = batchGroupOf(userId);
  await insertJob(trx, { subjectId: requestId, name: "transcribe-audio", accountId: userId, groupKey });
}

/** The address of a recording, its object, or its place in the archive of the batch. */
function recordingOf({ place, archive_key: key }: WaitingItem) {
  const source = itemSource.parse(place);
  if ("url" in source) return source;
  if ("upload" in source) return source.upload;
  if (key === null) throw new Error("The archive of the batch is gone.");
  return { entry: { ...source.file, key } };
}

/** Changes an item that waits. @returns false when it waits no longer */
async function moveItem(
  db: Db,
  { request_id: id }: WaitingItem,
  change: Pick<Updateable<Database["speech_batch_items"]>, "state" | "error_code" | "error_message">,
): Promise<boolean> {
  const waiting = db.updateTable("speech_batch_items").set({ ...change, source: null });
  const { numUpdatedRows } = await waiting
    .where("request_id", "=", id)
    .where("state", "=", "waiting")
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
