import type { Db } from "#db/schema.ts";
import { DomainError } from "#src/errors.ts";
import { addApiKey, type CreatedApiKey } from "./create-api-key.ts";
import type { KeyLimits } from "./key-limits.ts";
import { type CreatorBounds, type KeyCreator, lockForRightsOver } from "./key-creator.ts";
import { usableScopes } from "./key-scopes.ts";
import { hasApiKey } from "./queries.ts";
import { type ReplacedApiKey, writeGracePeriod } from "./rotation-queries.ts";

export interface Rotation extends KeyLimits {
  readonly apiKeyId: string;
  readonly userId: string;
  readonly creator: KeyCreator;
  /** For how many more days the old key works. */
  readonly graceDays: number;
}

export interface RotatedApiKey extends CreatedApiKey {
  /** The time at which the old key stops working. */
  readonly oldExpiresAt: Date;
}

/**
 * Makes a key of the same name, scopes, monthly limit and expiry in place of another one; `admin` is lost where the account is no admin's. A
 * key in its grace period counts as a live one. Where a person replaces a key, the new one counts as made by whatever
 * has made the old one.
 * @throws DomainError `api_key_not_found`; `invalid_transition` for a key that is revoked, expired or replaced already;
 *   `insufficient_scope`, `forbidden` and `invalid_api_key` for a replacer without rights over the key, or one that ends before it;
 *   `api_key_limit`; `rate_limited`
 */
export function rotateApiKey(
  { db }: { readonly db: Db },
  { apiKeyId, userId, creator, graceDays, ...limits }: Rotation,
): Promise<RotatedApiKey> {
  return db.transaction().execute(async (trx) => {
    const bounds = await lockForRightsOver(trx, creator, { apiKeyId, userId });
    const replaced = await writeGracePeriod(trx, { apiKeyId, userId, graceDays });
    if (replaced === null) {
      throw new DomainError((await hasApiKey(trx, { apiKeyId, userId })) ? "invalid_transition" : "api_key_not_found");
    }
    const { oldExpiresAt, ...kept } = replaced;
    requireEndWithin(bounds, kept);
    const scopes = usableScopes(replaced.scopes, bounds.role);
    const createdByKeyId = creator.apiKeyId ?? replaced.createdByKeyId;
    const facts = { ...kept, userId, scopes, createdByKeyId, replacesKeyId: apiKeyId };
    return { ...(await addApiKey(trx, facts, limits)), oldExpiresAt };
  });
}

/** @throws DomainError `forbidden` where the new key would work longer than the key that makes it */
function requireEndWithin({ expiresAt }: CreatorBounds, replaced: Pick<ReplacedApiKey, "expiresAt">): void {
  if (expiresAt === null || (replaced.expiresAt !== null && replaced.expiresAt <= expiresAt)) return;
  throw new DomainError(
    "forbidden",
    "A key cannot replace one that works longer than itself. Use another key, or sign in.",
  );
}
