import { sql } from "kysely";
import type { Db } from "#db/schema.ts";
import { accountTransaction } from "#src/domain/accounts/account-transaction.ts";
import { insertSingleCallback, type PreparedCallback } from "#src/domain/callbacks/single-callback.ts";
import { fileNameIn } from "#src/domain/speech/recording-address.ts";
import { requirePossible } from "#src/domain/speech/submit-transcription.ts";
import { type GivenTranscriptionOptions, transcriptionOptions } from "#src/domain/speech/transcription-options.ts";
import { DomainError } from "#src/errors.ts";
import type { Resources } from "#src/platform/resources.ts";
import { type Batch, batchColumns, insertItems, type NewItem } from "./queries.ts";

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
  readonly items: readonly AddressedItem[];
  /** The address that is called when all have ended; none when absent. */
  readonly callback: PreparedCallback | null;
}

/**
 * Writes a batch down with its items, of which none is submitted yet. One whose address cannot be used has failed at once; the others go on.
 * @throws DomainError `batch_limit`, `audio_url_refused` where no address can be used, and those of `requirePossible`
 */
export async function createBatch(
  resources: Pick<Resources, "db" | "mutex" | "config" | "outbound">,
  { id, userId, items, callback, ...batch }: NewBatch,
): Promise<Batch> {
  await requirePossible(resources, { userId, options: batch.options });
  const rows = items.map((item) => newItem(resources, item));
  const [first] = rows;
  if (rows.every(({ error }) => error !== null)) throw new DomainError("audio_url_refused", first?.error?.message);
  return accountTransaction(resources, userId, async (trx) => {
    await requireRoom(trx, userId, rows.length);
    const { apiKeyId = null, languageTag: language, isLanguageAssumed } = batch;
    const created = await trx
      .insertInto("speech_batches")
      .values({
        ...{ id, user_id: userId, source: batch.source, api_key_id: apiKeyId, language },
        is_language_assumed: isLanguageAssumed,
        options: JSON.stringify(transcriptionOptions.parse(batch.options)),
        price_percent: resources.config.batches.pricePercent,
        item_count: rows.length,
      })
      .returning(batchColumns)
      .executeTakeFirstOrThrow();
    await insertItems(trx, id, rows);
    if (callback !== null) await insertSingleCallback(trx, id, callback);
    return created;
  });
}

/** @throws DomainError `batch_limit` */
async function requireRoom(db: Db, userId: string, count: number): Promise<void> {
  const { rows } = await sql<{ open: number; today: number }>`
    select count(*) filter (where finished_at is null)::int as open,
      coalesce(sum(item_count) filter (where created_at > now() - interval '1 day'), 0)::int as today
    from speech_batches
    where user_id = ${userId} and (finished_at is null or created_at > now() - interval '1 day')`.execute(db);
  const { open = 0, today = 0 } = rows[0] ?? {};
  if (open < openBatchesMax && today + count <= dailyItemsMax) return;
  throw new DomainError("batch_limit", undefined, {
    batches_max: openBatchesMax,
    recordings_per_day_max: dailyItemsMax,
  });
}

function newItem({ outbound }: Pick<Resources, "outbound">, { url, ...item }: AddressedItem): NewItem {
  const customId = item.customId ?? null;
  try {
    outbound.parse(url);
    return { customId, name: fileNameIn(url), source: { url }, error: null };
  } catch (error) {
    const message = error instanceof Error ? error.message : "";
    return { customId, name: null, source: null, error: { code: "audio_url_refused", message } };
  }
}
