import type { Db } from "#db/schema.ts";
import { DomainError } from "#src/errors.ts";
import { findStoredBytes } from "./queries.ts";

/** The bytes that an account wants to store, and its limits. */
export interface StorageQuota {
  readonly userId: string;
  /** The bytes to store; 1 where their number is not known yet. */
  readonly bytes: number;
  /** The most that an account may have stored. */
  readonly maxBytes: number;
}

/**
 * Refuses what would not fit. It holds for certain in a transaction that has locked the account.
 * @throws DomainError `storage_limit` with `stored_bytes` and `stored_max_bytes`
 */
export async function requireStorageQuota(db: Db, { userId, bytes, maxBytes }: StorageQuota): Promise<void> {
  const storedBytes = await findStoredBytes(db, userId);
  if (storedBytes + bytes <= maxBytes) return;
  throw new DomainError("storage_limit", undefined, { stored_bytes: storedBytes, stored_max_bytes: maxBytes });
}
