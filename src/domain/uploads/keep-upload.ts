import { accountTransaction } from "#src/domain/accounts/account-transaction.ts";
import { requireStorageQuota } from "#src/domain/storage/require-storage-quota.ts";
import type { Resources } from "#src/platform/resources.ts";
import { insertUpload, type NewUpload } from "./queries.ts";
import { uploadThenCommit } from "./upload-then-commit.ts";

interface KeptFile extends Omit<NewUpload, "key"> {
  /** The file, which is moved away. */
  readonly path: string;
}

/**
 * Keeps a recording for the calls that will transcribe it. It counts as stored for its account until it is swept.
 * @throws DomainError `storage_limit`
 */
export async function keepUpload(
  { db, mutex, store, config }: Pick<Resources, "db" | "mutex" | "store" | "config">,
  { path, ...upload }: KeptFile,
): Promise<void> {
  const { id, userId, bytes } = upload;
  const need = { userId, bytes, maxBytes: config.limits.storage.maxBytes };
  await requireStorageQuota(db, need);
  const key = `uploads/${id}`;
  await uploadThenCommit({ db, store, key, path }, (claimObject) =>
    accountTransaction({ db, mutex }, userId, async (trx) => {
      await requireStorageQuota(trx, need);
      await insertUpload(trx, { ...upload, key });
      await claimObject(trx, userId);
    }),
  );
}
