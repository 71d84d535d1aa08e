import { accountTransaction } from "#src/domain/accounts/account-transaction.ts";
import { LeaseLostError } from "#src/domain/jobs/lease-lost-error.ts";
import { holdsLease, type JobLease } from "#src/domain/jobs/queries.ts";
import { requireStorageQuota } from "#src/domain/storage/require-storage-quota.ts";
import { uploadThenCommit } from "#src/domain/uploads/upload-then-commit.ts";
import type { Resources } from "#src/platform/resources.ts";
import { type RecordingObject, setSource } from "./queries.ts";

interface FetchedFile extends Pick<RecordingObject, "container"> {
  /** It is moved away. */
  readonly path: string;
  /** Its size. */
  readonly bytes: number;
  /** The account of the request. */
  readonly userId: string | null;
}

/**
 * Keeps a recording that a run has fetched as if it had been uploaded, and forgets its address. Every run has an object of its own.
 * @throws DomainError `storage_limit`
 * @throws LeaseLostError when another run has taken over, or the request has ended
 */
export async function keepFetched(
  { db, mutex, store, config }: Pick<Resources, "db" | "mutex" | "store" | "config">,
  lease: JobLease,
  { path, container, bytes, userId }: FetchedFile,
): Promise<RecordingObject> {
  const { subjectId, run } = lease;
  const source = { key: `sources/${subjectId}-${run}`, container };
  await uploadThenCommit({ db, store, key: source.key, path }, (claimObject) =>
    accountTransaction({ db, mutex }, userId, async (trx) => {
      const { maxBytes } = config.limits.storage;
      if (userId !== null) await requireStorageQuota(trx, { userId, bytes, maxBytes });
      const isNamed = (await holdsLease(trx, lease)) && (await setSource(trx, subjectId, source));
      if (!isNamed) throw new LeaseLostError();
      await claimObject(trx, userId);
    }),
  );
  return source;
}
