import { sql } from "kysely";
import type { Db } from "#db/schema.ts";
import { isActive } from "./active-key.ts";
import { type KeyOrigin, type Lineage, readLineage } from "./lineage.ts";

interface KnownKey extends KeyOrigin {
  readonly isLive: boolean;
}

async function findLineage(db: Db, userId: string): Promise<Lineage<KnownKey>> {
  const keys = await db
    .selectFrom("api_keys")
    .select(["id", "created_by_key_id as createdByKeyId", "replaces_key_id as replacesKeyId"])
    .select((eb) => isActive(eb).$castTo<boolean>().as("isLive"))
    .where("user_id", "=", userId)
    .execute();
  return readLineage(keys);
}

/**
 * Revokes what was made with a key, as far as it still works, in a transaction that holds the lock of the account's
 * keys. @returns the ids of what it has revoked
 */
export async function revokeDescendants(
  trx: Db,
  { apiKeyId, userId }: { readonly apiKeyId: string; readonly userId: string },
): Promise<readonly string[]> {
  const made = (await findLineage(trx, userId)).madeWith(apiKeyId).filter((key) => key.isLive);
  if (made.length === 0) return [];
  const ids = made.map(({ id }) => id);
  const revoked = await trx
    .updateTable("api_keys")
    .set({ revoked_at: sql<Date>`now()` })
    .where("id", "in", ids)
    .where(isActive)
    .returning("id")
    .execute();
  return revoked.map(({ id }) => id);
}

/** True when another key of the account was made with this one, directly or through others, and has not replaced it. */
export async function isAbove(
  db: Db,
  { apiKeyId, userId }: { readonly apiKeyId: string; readonly userId: string },
  otherId: string,
): Promise<boolean> {
  const { madeWith, lineOf } = await findLineage(db, userId);
  return !lineOf(otherId).includes(apiKeyId) && madeWith(apiKeyId).some(({ id }) => id === otherId);
}

/** Counts the keys that still work and were made with each of these keys of an account. */
export async function countActiveDescendants(
  db: Db,
  userId: string,
  apiKeyIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (apiKeyIds.length === 0) return new Map();
  const { madeWith } = await findLineage(db, userId);
  return new Map(apiKeyIds.map((id) => [id, madeWith(id).filter((key) => key.isLive).length]));
}
