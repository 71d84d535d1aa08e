import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import { requireStorageQuota, type StorageQuota } from "#src/domain/storage/require-storage-quota.ts";
import { DomainError } from "#src/errors.ts";
import { countVoices } from "./queries.ts";

/**
 * Refuses one more voice of an account that has as many as it may have, whatever has become of them, or has no room for
 * the sample. It holds for certain in a transaction that has locked the account.
 * @throws DomainError `voice_limit` with `voices` and `voices_max`, and that of `requireStorageQuota`
 */
export async function refuseMoreVoices(
  db: Kysely<Database>,
  { maxVoices, ...need }: StorageQuota & { readonly maxVoices: number },
): Promise<void> {
  const voices = await countVoices(db, need.userId);
  if (voices >= maxVoices) throw new DomainError("voice_limit", undefined, { voices, voices_max: maxVoices });
  await requireStorageQuota(db, need);
}
