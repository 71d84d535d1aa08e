import type { JobLease } from "#src/domain/jobs/queries.ts";
import { completeSynthesis } from "#src/domain/speech/complete-synthesis.ts";
import type { DateOrder } from "#workers/speech/text/date-order.ts";
import type { SpeechRequest } from "#src/domain/speech/queries.ts";
import type { SynthesisOptions } from "#src/domain/speech/synthesis-options.ts";
import { cacheKeyOf } from "#src/domain/synthesis-cache/cache-key.ts";
import { findCachedResult } from "#src/domain/synthesis-cache/queries.ts";
import { copyThenCommit } from "#src/domain/uploads/upload-then-commit.ts";
import type { Voice } from "#src/domain/voices/queries.ts";
import type { Resources } from "#src/platform/resources.ts";

/** Stands for the account of anonymous demo calls. Their audio is not kept, so that they find nothing unless the cache is shared. */
const anonymous = "anonymous";

/** The facts by which the cache knows a synthesis. */
export interface CacheEntry {
  readonly cacheKey: Buffer;
  /** Null for a built-in voice. */
  readonly customVoiceId: string | null;
}

/** The facts that decide, beside the request, what is heard. */
interface SpokenBy {
  readonly voice: Voice;
  /** The version of the program and the models that speak. */
  readonly version: string;
  readonly options: SynthesisOptions;
  readonly dateOrder: DateOrder;
}

/** The key by which the result of a request is found again; null where there is no cache. */
export function cacheEntryOf(
  { config }: Pick<Resources, "config">,
  request: SpeechRequest,
  { voice, version, options, dateOrder }: SpokenBy,
): CacheEntry | null {
  if (config.workers.synthesisCache.maxBytes === 0) return null;
  const { input_text: text, language } = request;
  const { id, engine, engine_voice: engineVoice, profile, user_id: voiceOwner } = voice;
  const isShared = config.workers.synthesisCache.isShared && voiceOwner === null;
  const accountId = isShared ? null : (request.user_id ?? anonymous);
  const spoken = { version, accountId, text, language, dateOrder, options };
  const cacheKey = cacheKeyOf({ ...spoken, voice: { id, engine, engineVoice, profile } });
  return { cacheKey, customVoiceId: voiceOwner === null ? null : id };
}

/** Completes a request with a copy of an earlier request's audio, stored under `key`. @returns false when nothing is cached */
export async function copyCached(
  { db, store, config, metrics, log }: Resources,
  lease: JobLease,
  { cacheAs, key, needsWords }: { readonly cacheAs: CacheEntry; readonly key: string; readonly needsWords: boolean },
): Promise<boolean> {
  const found = await findCachedResult(db, { cacheKey: cacheAs.cacheKey, needsWords });
  const onFault = (error: unknown): void =>
    log.warn(
      { error: String(error), key: found?.resultKey },
      "cached audio cannot be copied; the text is spoken again",
    );
  const isFree = !config.workers.synthesisCache.isCharged;
  const charged =
    found === null
      ? null
      : await copyThenCommit({ db, store, key, from: found.resultKey, bytes: found.bytes, onFault }, (claimObject) =>
          completeSynthesis({ db, claimObject }, lease, { ...found, resultKey: key, cached: true, cacheAs, isFree }),
        );
  metrics.countCacheLookup(charged === null ? "miss" : "hit");
  if (charged === null) return false;
  metrics.countCredits("tts", charged);
  return true;
}
