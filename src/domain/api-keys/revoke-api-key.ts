import type { Db } from "#db/schema.ts";
import { DomainError } from "#src/errors.ts";
import { type KeyCreator, lockForRightsOver } from "./key-creator.ts";
import { countActiveDescendants, revokeDescendants } from "./lineage-queries.ts";
import { type ApiKeyReference, findApiKeyUser, lockKeysOf, writeRevocation } from "./queries.ts";

interface RevocationCall extends ApiKeyReference {
  /** Who revokes the key. */
  readonly creator: KeyCreator;
  /** True to revoke the keys that were made with it, too. */
  readonly descendants: boolean;
}

export interface Revocation {
  readonly revokedAt: Date;
  /** The ids of the keys made with it that were revoked with it. */
  readonly revokedDescendants: readonly string[];
  /** The number of keys made with it that still work. */
  readonly liveDescendants: number;
}

/**
 * Ends a key and, where that is asked for, all keys that were made with it: no request that starts after this is let in
 * by any of them. Doing it again changes nothing. What else there is is counted when that is done, and cannot undo it.
 * @throws DomainError `api_key_not_found`, also for a key of another account; `insufficient_scope`, `forbidden` and `invalid_api_key`
 *   for a caller without rights over the key; any key may revoke itself
 */
export async function revokeApiKey(
  { db }: { readonly db: Db },
  { creator, descendants, ...reference }: RevocationCall,
): Promise<Revocation> {
  const { apiKeyId } = reference;
  const { userId, ...revoked } = await db.transaction().execute(async (trx) => {
    const owner = await findApiKeyUser(trx, reference);
    if (owner === null) throw new DomainError("api_key_not_found");
    const isItself = creator.apiKeyId === apiKeyId && !descendants;
    // Waits for a key that is being made, so that it is known here. A closed account makes none.
    if (creator.apiKeyId === null || isItself) await lockKeysOf(trx, owner);
    else await lockForRightsOver(trx, creator, { apiKeyId, userId: owner });
    const revokedAt = await writeRevocation(trx, apiKeyId);
    const revokedDescendants = descendants ? await revokeDescendants(trx, { apiKeyId, userId: owner }) : [];
    return { userId: owner, revokedAt, revokedDescendants };
  });
  const counts = await countActiveDescendants(db, userId, [apiKeyId]);
  return { ...revoked, liveDescendants: counts.get(apiKeyId) ?? 0 };
}
