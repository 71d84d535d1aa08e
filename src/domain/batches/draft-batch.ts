import { sql } from "kysely";
import type { Db } from "#db/schema.ts";
import { accountTransaction } from "#src/domain/accounts/account-transaction.ts";
import { requireStorageQuota } from "#src/domain/storage/require-storage-quota.ts";
import { cleanFileName } from "#src/domain/uploads/clean-file-name.ts";
import { uploadHours } from "#src/domain/uploads/queries.ts";
import { uploadThenCommit } from "#src/domain/uploads/upload-then-commit.ts";
import { DomainError } from "#src/errors.ts";
import type { Resources } from "#src/platform/resources.ts";
import { batchItemsMax, requireRoom } from "./create-batch.ts";
import { cancelDraft, requireBatch } from "./end-batch.ts";
import { type Batch, insertItems, type OwnBatch, type UploadedFile } from "./queries.ts";

type Context = Pick<Resources, "db" | "mutex">;

/** A file of a batch: the id is that of the request that transcribes it. */
export interface BatchFile {
  readonly id: string;
  /** The name that the caller gave it. */
  readonly name: string;
}

/** @throws DomainError `batch_not_found`, `invalid_transition` when it is a draft no more */
async function requireDraft(trx: Db, own: OwnBatch): Promise<void> {
  const { started_at: startedAt } = await requireBatch(trx, own);
  if (startedAt !== null) throw new DomainError("invalid_transition", "It was started. Its files cannot be changed.");
}

/**
 * Adds the files of these names to a draft, as far as it has none of the name.
 * @returns all of these names, in their order
 * @throws DomainError those of `requireDraft`, `batch_limit`
 */
export const addFiles = (resources: Context, own: OwnBatch, names: readonly string[]): Promise<readonly BatchFile[]> =>
  accountTransaction(resources, own.userId, async (trx) => {
    const { batchId, userId } = own;
    await requireDraft(trx, own);
    const known = await findFiles(trx, batchId);
    const added = [...new Set(names)].filter((name) => !known.has(name));
    if (known.size + added.length > batchItemsMax) {
      const most = batchItemsMax.toLocaleString("en");
      throw new DomainError("batch_limit", `It may have ${most} files. Send the others in another one.`);
    }
    await requireRoom(trx, userId, { batches: 0, items: added.length });
    const rows = added.map((name) => ({ customId: name, name: cleanFileName(name), source: null, error: null }));
    await insertItems(trx, { batchId, first: known.size }, rows);
    const count = known.size + added.length;
    await trx.updateTable("speech_batches").set({ item_count: count }).where("id", "=", batchId).execute();
    const files = await findFiles(trx, batchId);
    return names.flatMap((name) => {
      const id = files.get(name);
      return id === undefined ? [] : [{ id, name }];
    });
  });

/** The ids of the files of a batch by their names. */
async function findFiles(db: Db, batchId: string): Promise<ReadonlyMap<string, string>> {
  const items = db.selectFrom("speech_batch_items").select(["request_id", "custom_id"]);
  const rows = await items.where("batch_id", "=", batchId).execute();
  return new Map(rows.map((row) => [row.custom_id ?? "", row.request_id]));
}

/** The batch of a file. @throws DomainError `request_not_found` */
export async function batchOfFile(db: Db, fileId: string): Promise<Batch> {
  const items = db.selectFrom("speech_batch_items").select("batch_id");
  const row = await items.where("request_id", "=", fileId).executeTakeFirst();
  if (row === undefined) throw new DomainError("request_not_found", "The file is gone.");
  return requireBatch(db, { batchId: row.batch_id });
}

interface KeptFile extends Omit<UploadedFile, "key"> {
  readonly fileId: string;
  /** Names the object, which is another one at each upload of the file. */
  readonly uploadId: string;
  /** The file, which is moved away. */
  readonly path: string;
  /** Its size. */
  readonly bytes: number;
}

/**
 * Keeps the content of a file of a draft, in place of what was sent of it before. It counts as stored for its account.
 * @throws DomainError `request_not_found`, `storage_limit`, and those of `requireDraft`
 */
export async function keepFile(
  resources: Context & Pick<Resources, "store" | "config">,
  { fileId, uploadId, path, bytes, container }: KeptFile,
): Promise<void> {
  const { db, store, config } = resources;
  const { id: batchId, user_id: userId } = await batchOfFile(db, fileId);
  const need = { userId, bytes, maxBytes: config.limits.storage.maxBytes };
  await requireStorageQuota(db, need);
  const upload = { key: `uploads/${uploadId}`, container };
  await uploadThenCommit({ db, store, key: upload.key, path }, (claimObject) =>
    accountTransaction(resources, userId, async (trx) => {
      await requireDraft(trx, { batchId, userId });
      await requireStorageQuota(trx, need);
      const source = JSON.stringify({ upload });
      await trx.updateTable("speech_batch_items").set({ source }).where("request_id", "=", fileId).execute();
      await claimObject(trx, userId);
    }),
  );
}

/**
 * Starts a draft; again does nothing. Files whose content was not sent have failed.
 * @throws DomainError `batch_not_found`, `invalid_transition` where no file is there
 */
export const startBatch = (resources: Context, own: OwnBatch): Promise<void> =>
  accountTransaction(resources, own.userId, async (trx) => {
    const { batchId } = own;
    const { started_at: startedAt } = await requireBatch(trx, own);
    if (startedAt !== null) return;
    const waiting = trx.updateTable("speech_batch_items").where("batch_id", "=", batchId);
    const missing = { error_code: "audio_unusable", error_message: "The file was not uploaded." };
    await waiting
      .set({ state: "failed", ...missing })
      .where("source", "is", null)
      .execute();
    const items = trx.selectFrom("speech_batch_items").select("position").where("batch_id", "=", batchId);
    if ((await items.where("state", "=", "waiting").executeTakeFirst()) === undefined) {
      throw new DomainError("invalid_transition", "None of its files was uploaded. Upload them, then start it.");
    }
    const now = sql<Date>`now()`;
    await trx.updateTable("speech_batches").set({ started_at: now }).where("id", "=", batchId).execute();
  });

/** Cancels drafts that were never started. @returns how many */
export async function cancelOldDrafts(resources: Context): Promise<number> {
  const { rows } = await sql<OwnBatch>`
    select id as "batchId", user_id as "userId" from speech_batches where finished_at is null and started_at is null
      and created_at < now() - make_interval(hours => ${sql.lit(uploadHours)})`.execute(resources.db);
  for (const own of rows) await cancelDraft(resources, own);
  return rows.length;
}
