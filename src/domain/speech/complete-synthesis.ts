import type { Db } from "#db/schema.ts";
import { settleHold } from "#src/domain/credits/settle-hold.ts";
import { LeaseLostError } from "#src/domain/jobs/lease-lost-error.ts";
import type { JobLease } from "#src/domain/jobs/queries.ts";
import { endRequest } from "#src/domain/request-events/end-request.ts";
import { type NewCacheEntry, putCacheEntry } from "#src/domain/synthesis-cache/queries.ts";
import type { ClaimObject } from "#src/domain/uploads/upload-then-commit.ts";
import { lockVoice } from "#src/domain/voices/queries.ts";
import { type SynthesisResult, writeSynthesisResult } from "./ending-queries.ts";

export interface CompletedSynthesis extends SynthesisResult {
  /** The key of the cache while its voice exists; absent or null for speech that is not cached. */
  readonly cacheAs?: Pick<NewCacheEntry, "cacheKey" | "customVoiceId"> | null;
  /** True for what costs nothing. */
  readonly isFree?: boolean;
}

/**
 * Writes the result of a spoken text and charges it, once.
 * @returns the credits that were charged
 * @throws LeaseLostError when another run has taken over
 */
export const completeSynthesis = (
  { db, claimObject }: { readonly db: Db; readonly claimObject: ClaimObject },
  lease: JobLease,
  { cacheAs = null, isFree = false, ...result }: CompletedSynthesis,
): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const { subjectId: requestId } = lease;
    const ended = await endRequest(trx, {
      ...{ subjectId: requestId, lease },
      settle: () => settleHold(trx, requestId, isFree ? 0 : undefined),
      write: () => writeSynthesisResult(trx, requestId, result),
    });
    if (ended === null) throw new LeaseLostError();
    // Before the totals of accounts and the cache, as the deletion of a voice takes them.
    const voiceId = cacheAs?.customVoiceId ?? null;
    const isFindable = cacheAs !== null && (voiceId === null || (await lockVoice(trx, voiceId)));
    await claimObject(trx, ended.userId);
    if (isFindable) await putCacheEntry(trx, { ...cacheAs, requestId, resultKey: result.resultKey });
    return ended.charged;
  });
