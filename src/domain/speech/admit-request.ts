import type { Db } from "#db/schema.ts";
import { type Reservation, reserveCredits } from "#src/domain/credits/reserve-credits.ts";
import { countJobs } from "#src/domain/jobs/queries.ts";
import { requireStorageQuota } from "#src/domain/storage/require-storage-quota.ts";
import { DomainError } from "#src/errors.ts";

/** A request that is to be written; demo work costs nothing and is limited by its group instead. */
export interface Admission extends Omit<Reservation, "userId"> {
  readonly userId: string | null;
  readonly isDemo: boolean;
  /** The number of unfinished requests that the account may have. */
  readonly maxUnfinished: number;
  /** The bytes to store, 1 where their number is not known yet, and the most that the account may have stored. */
  readonly storage: { readonly bytes: number; readonly maxBytes: number };
}

/**
 * Refuses one more request of an account that has no room for it, cannot pay for it or has too many unfinished ones, and sets aside
 * what it costs. To be called in the `accountTransaction` that writes the request.
 * @throws DomainError `storage_limit`, `monthly_limit_exceeded`, `insufficient_credits`, `concurrency_limited`, `unavailable`
 */
export async function admitRequest(trx: Db, request: Admission): Promise<void> {
  const { requestId, userId, isDemo, storage, pool, credits, apiKeyId, maxUnfinished } = request;
  if (userId === null) return;
  await requireStorageQuota(trx, { ...storage, userId });
  if (isDemo) return;
  await reserveCredits(trx, { requestId, userId, pool, credits, apiKeyId });
  // A request has its job as long as it has not ended, and of those there are few.
  if ((await countJobs(trx, userId, ["synthesize-speech", "transcribe-audio"])) >= maxUnfinished) {
    throw new DomainError("concurrency_limited", undefined, { max_unfinished: maxUnfinished, retry_after: 1 });
  }
}
