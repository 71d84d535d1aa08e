import type { Db } from "#db/schema.ts";
import { lockAccount } from "#src/domain/accounts/queries.ts";
import { type Reservation, reserveCredits } from "#src/domain/credits/reserve-credits.ts";
import { countJobs } from "#src/domain/jobs/queries.ts";
import { requireStorageQuota } from "#src/domain/storage/require-storage-quota.ts";
import { DomainError } from "#src/errors.ts";
import type { KeyedMutex } from "#src/platform/async/keyed-mutex.ts";

/** A request that is to be written; demo work costs nothing and is limited by its group instead. */
export interface Admission extends Omit<Reservation, "userId"> {
  readonly userId: string | null;
  readonly isDemo: boolean;
  /** How many unfinished requests the account may have. */
  readonly maxUnfinished: number;
  /** What it stores: the bytes, 1 where their number is not known yet, and how many the account may have stored. */
  readonly storage: { readonly bytes: number; readonly maxBytes: number };
}

/**
 * Writes one more request of an account, in one transaction with what it costs, if the account has room for it, can pay
 * for it and may have it unfinished. The requests of an account are written one after the other.
 * @throws DomainError `storage_limit`, `monthly_limit_exceeded`, `insufficient_credits`, `concurrency_limited`, `unavailable`
 */
export function admitRequest<Written>(
  { db, mutex }: { readonly db: Db; readonly mutex: KeyedMutex },
  request: Admission,
  write: (trx: Db) => Promise<Written>,
): Promise<Written> {
  const { userId, isDemo } = request;
  if (userId === null) return db.transaction().execute(write);
  const admitAndWrite = (): Promise<Written> =>
    db.transaction().execute(async (trx) => {
      await lockAccount(trx, userId);
      await requireStorageQuota(trx, { ...request.storage, userId });
      if (!isDemo) await admit(trx, { ...request, userId });
      return write(trx);
    });
  return mutex.runExclusive(`requests of ${userId}`, admitAndWrite);
}

async function admit(db: Db, request: Admission & { readonly userId: string }): Promise<void> {
  const { requestId, userId, pool, credits, apiKeyId, maxUnfinished } = request;
  await reserveCredits(db, { requestId, userId, pool, credits, apiKeyId });
  // A request has its job as long as it has not ended, and of those there are few.
  if ((await countJobs(db, userId, ["synthesize-speech", "transcribe-audio"])) >= maxUnfinished) {
    throw new DomainError("concurrency_limited", undefined, { max_unfinished: maxUnfinished, retry_after: 1 });
  }
}
