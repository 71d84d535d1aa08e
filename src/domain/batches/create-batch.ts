import { sql } from "kysely";
import type { Db } from "#db/schema.ts";
import { accountTransaction } from "#src/domain/accounts/account-transaction.ts";
import { insertSingleCallback, type PreparedCallback } from "#src/domain/callbacks/single-callback.ts";
import { fileNameIn } from "#src/domain/speech/recording-address.ts";
import { requirePossible } from "#src/domain/speech/submit-transcription.ts";
import { type GivenTranscriptionOptions, transcriptionOptions } from "#src/domain/speech/transcription-options.ts";
import type { Config } from "#src/config.ts";
import { requireStorageQuota } from "#src/domain/storage/require-storage-quota.ts";
import { cleanFileName } from "#src/domain/uploads/clean-file-name.ts";
import { uploadThenCommit } from "#src/domain/uploads/upload-then-commit.ts";
import { DomainError } from "#src/errors.ts";
import type { Resources } from "#src/platform/resources.ts";
import { type ArchivedFile, type Batch, batchColumns, insertItems, type NewItem } from "./queries.ts";

/** The recordings that one batch may have. */
export const batchItemsMax = 10_000;
/** The unfinished batches that an account may have. */
const openBatchesMax = 20;
/** The recordings of the batches that an account creates in a day and keeps. */
const dailyItemsMax = 200_000;

/** A recording that is fetched from its address. */
export interface AddressedItem {
  readonly url: string;
  readonly customId?: string | undefined;
}

/** A recording that is a file of the archive of the batch. */
export interface ArchivedItem {
  readonly file: ArchivedFile;
  /** The path of the file in the archive. */
  readonly path: string;
}

export interface NewBatch extends Pick<Batch, "source"> {
  readonly id: string;
  readonly userId: string;
  /** The key of the call; none when absent. */
  readonly apiKeyId?: string | null | undefined;
  /** A tag, code or English name of a language, or `auto`. */
  readonly languageTag: string;
  /** True where the caller named no language. */
  readonly isLanguageAssumed: boolean;
  readonly options: GivenTranscriptionOptions;
  readonly items: readonly (AddressedItem | ArchivedItem)[];
  /** The zip that has the files of the items, which is moved away; null where there are none. */
  readonly archive: SentArchive | null;
  /** The address that is called when all have ended; none when absent. */
  readonly callback: PreparedCallback | null;
}

export interface SentArchive {
  readonly path: string;
  readonly bytes: number;
}

/**
 * Keeps the archive, and writes a batch down with its items, of which none is submitted yet. One whose address cannot be used has
 * failed at once; the others go on.
 * @throws DomainError `batch_limit`, `storage_limit`, `audio_url_refused` or `audio_unusable` where none can be used, and those of `requirePossible`
 */
export async function createBatch(
  resources: Pick<Resources, "db" | "mutex" | "config" | "outbound" | "store">,
  batch: NewBatch,
): Promise<Batch> {
  const { db, store, config } = resources;
  const { id, userId, archive } = batch;
  await requirePossible(resources, { userId, options: batch.options });
  const rows = batch.items.map((item) => newItem(resources, item));
  const [first] = rows;
  if (rows.every(({ error }) => error !== null))
    throw new DomainError(archive === null ? "audio_url_refused" : "audio_unusable", first?.error?.message);
  const write = (): Promise<Batch> =>
    accountTransaction(resources, userId, (trx) => writeBatch(trx, config, { ...batch, rows, archiveKey: null }));
  if (archive === null) return write();
  const quota = { userId, bytes: archive.bytes, maxBytes: config.limits.storage.maxBytes };
  await requireStorageQuota(db, quota);
  const archiveKey = `archives/${id}`;
  return uploadThenCommit({ db, store, key: archiveKey, path: archive.path }, (claimObject) =>
    accountTransaction(resources, userId, async (trx) => {
      await requireStorageQuota(trx, quota);
      const created = await writeBatch(trx, config, { ...batch, rows, archiveKey });
      await claimObject(trx, userId);
      return created;
    }),
  );
}

/** Writes a batch down without recordings, whose files are uploaded before it is started. @throws DomainError `batch_limit`, and those of `requirePossible` */
export async function createDraft(
  resources: Pick<Resources, "db" | "mutex" | "config">,
  draft: Omit<NewBatch, "items" | "archive">,
): Promise<Batch> {
  await requirePossible(resources, draft);
  const nothing = { rows: [], archiveKey: null, isDraft: true };
  return accountTransaction(resources, draft.userId, (trx) =>
    writeBatch(trx, resources.config, { ...draft, ...nothing }),
  );
}

interface WrittenBatch extends Omit<NewBatch, "items" | "archive"> {
  readonly rows: readonly NewItem[];
  /** The object of the archive; null for none. */
  readonly archiveKey: string | null;
  readonly isDraft?: boolean;
}

/** Writes the rows of a batch, in a transaction that has locked the account. @throws DomainError `batch_limit` */
async function writeBatch(trx: Db, config: Config, { id, userId, callback, ...batch }: WrittenBatch): Promise<Batch> {
  await requireRoom(trx, userId, { batches: 1, items: batch.rows.length });
  const { apiKeyId = null, languageTag: language, isLanguageAssumed } = batch;
  const created = await trx
    .insertInto("speech_batches")
    .values({
      ...{ id, user_id: userId, source: batch.source, api_key_id: apiKeyId, language },
      is_language_assumed: isLanguageAssumed,
      options: JSON.stringify(transcriptionOptions.parse(batch.options)),
      price_percent: config.batches.pricePercent,
      item_count: batch.rows.length,
      archive_key: batch.archiveKey,
      ...(batch.isDraft === true && { started_at: null }),
    })
    .returning(batchColumns)
    .executeTakeFirstOrThrow();
  await insertItems(trx, { batchId: id, first: 0 }, batch.rows);
  if (callback !== null) await insertSingleCallback(trx, id, callback);
  return created;
}

/** @throws DomainError `batch_limit` where the account cannot have so many more */
export async function requireRoom(
  db: Db,
  userId: string,
  { batches, items }: { readonly batches: number; readonly items: number },
): Promise<void> {
  const { rows } = await sql<{ open: number; today: number }>`
    select count(*) filter (where finished_at is null)::int as open,
      coalesce(sum(item_count) filter (where created_at > now() - interval '1 day'), 0)::int as today
    from speech_batches
    where user_id = ${userId} and (finished_at is null or created_at > now() - interval '1 day')`.execute(db);
  const { open = 0, today = 0 } = rows[0] ?? {};
  if (open + batches <= openBatchesMax && today + items <= dailyItemsMax) return;
  throw new DomainError("batch_limit", undefined, {
    batches_max: openBatchesMax,
    recordings_per_day_max: dailyItemsMax,
  });
}

function newItem(
  { outbound, config }: Pick<Resources, "outbound" | "config">,
  item: AddressedItem | ArchivedItem,
): NewItem {
  if ("file" in item) return newArchivedItem(item, config.limits.audio.maxBytes);
  const { url, customId = null } = item;
  try {
    outbound.parse(url);
    return { customId, name: fileNameIn(url), source: { url }, error: null };
  } catch (error) {
    const message = error instanceof Error ? error.message : "";
    return { customId, name: null, source: null, error: { code: "audio_url_refused", message } };
  }
}

function newArchivedItem({ file, path }: ArchivedItem, maxBytes: number): NewItem {
  const named = { customId: path, name: cleanFileName(path) };
  if (file.size > 0 && file.size <= maxBytes) return { ...named, source: { file }, error: null };
  const error =
    file.size === 0
      ? { code: "audio_unusable", message: "The file is empty." }
      : { code: "audio_too_large", message: `The file has ${file.size} bytes. A recording may have ${maxBytes}.` };
  return { ...named, source: null, error };
}
