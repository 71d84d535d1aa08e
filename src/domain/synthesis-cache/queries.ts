import { sql } from "kysely";
import type { SpokenWordsJson } from "#db/engine-schema.ts";
import type { Db } from "#db/schema.ts";

/** Audio that a finished request keeps. */
export interface CachedResult {
  readonly resultKey: string;
  readonly contentType: string;
  readonly sampleRate: number;
  readonly durationSeconds: number;
  /** The engine that spoke it. */
  readonly model: string;
  readonly bytes: number;
  /** Null where they were not asked for. */
  readonly words: SpokenWordsJson | null;
}

/** The audio for an input, with the times of its words where they are needed; null when there is none. */
export async function findCachedResult(
  db: Db,
  { cacheKey, needsWords }: { readonly cacheKey: Buffer; readonly needsWords: boolean },
): Promise<CachedResult | null> {
  const { rows } = await sql<CachedResult>`
    select request.result_key as "resultKey", content_type as "contentType", sample_rate as "sampleRate",
      duration_seconds as "durationSeconds", model, bytes::float8 as bytes,
      spoken_words as words
    from synthesis_cache as entry
      join speech_requests as request on request.id = entry.request_id and request.result_key = entry.result_key
      join stored_objects as object on object.key = entry.result_key
    where cache_key = ${cacheKey} and (not ${needsWords}::boolean or spoken_words is not null)`.execute(db);
  return rows[0] ?? null;
}

export interface NewCacheEntry {
  readonly cacheKey: Buffer;
  readonly requestId: string;
  readonly resultKey: string;
  /** The id of the voice that speaks; null for a built-in one. */
  readonly customVoiceId: string | null;
}

/**
 * Names the audio of a request as that of its input, in place of an earlier one, if an account keeps it; what an anonymous call
 * has used counts as used. The last statement of its transaction: a transaction that has locked an entry waits for nothing more.
 */
export async function putCacheEntry(db: Db, entry: NewCacheEntry): Promise<void> {
  const { cacheKey, requestId, resultKey, customVoiceId } = entry;
  await sql`
    with kept as (
      insert into synthesis_cache (cache_key, request_id, result_key, custom_voice_id)
      select ${cacheKey}::bytea, ${requestId}::uuid, key, ${customVoiceId}::uuid from stored_objects where key = ${resultKey}
      on conflict (cache_key) do update set
        request_id = excluded.request_id, result_key = excluded.result_key, used_at = excluded.used_at
      returning cache_key
    )
    update synthesis_cache set used_at = now()
    where cache_key = ${cacheKey} and not exists (select from kept)`.execute(db);
}

/** Forgets all that a custom voice has spoken. The last statement of its transaction, too. */
export async function deleteCacheEntriesOf(db: Db, customVoiceId: string): Promise<void> {
  const entries = db.selectFrom("synthesis_cache").select("cache_key").where("custom_voice_id", "=", customVoiceId);
  await db.deleteFrom("synthesis_cache").where("cache_key", "in", entries.orderBy("cache_key").forUpdate()).execute();
}

/** Forgets what has not been used for longest, until what is left is of so many bytes at most. @returns how many entries */
export async function deleteLeastUsed(db: Db, maxBytes: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with ranked as (
      select cache_key, sum(bytes) over (order by used_at desc, cache_key) as total
      from synthesis_cache join stored_objects on key = result_key
    ), locked as (
      -- One that is being used just now is none of the oldest.
      select cache_key from synthesis_cache
      where cache_key in (select cache_key from ranked where total > ${maxBytes}) for update skip locked
    )
    delete from synthesis_cache where cache_key in (select cache_key from locked)`.execute(db);
  return Number(numAffectedRows);
}
