import { type ApiKeyScope, apiKeyScopes, type Db, type userRoles } from "#db/schema.ts";
import { DomainError } from "#src/errors.ts";
import { requireScopes, usableScopes } from "./key-scopes.ts";
import { isAbove } from "./lineage-queries.ts";
import { type ApiKeyReference, findActiveApiKey, findKeyScopes, lockKeysOf } from "./queries.ts";

/** Who makes, replaces, changes or revokes a key. */
export interface KeyCreator {
  /** The key that authenticated the call; null for a person who is signed in, and for the operator. */
  readonly apiKeyId: string | null;
  /** The scopes of the creator: no key that it creates may do more. */
  readonly scopes: readonly ApiKeyScope[];
}

/** The bounds of the keys that a creator makes. */
export interface CreatorBounds {
  /** The role of the account. */
  readonly role: (typeof userRoles)[number];
  /** The time at which the creator's key stops working; null for one without an end, and without a key. */
  readonly expiresAt: Date | null;
}

const limitedKey =
  "A key with a monthly limit cannot create, replace, change or revoke other keys. Use another key, or sign in.";
const replacedKey =
  "A key that was replaced cannot create, replace, change or revoke other keys. Use the key that replaced it, or sign in.";
const keyAbove = "A key cannot replace, change or revoke a key that it was made with. Use another key, or sign in.";

/** The operator on the command line. */
export const operator: KeyCreator = { apiKeyId: null, scopes: apiKeyScopes };

/**
 * Keeps an account's keys from changing until the transaction ends, so that a key is either revoked before it makes
 * another one, or the revocation knows what it has made.
 * @throws DomainError `invalid_api_key` when the account was closed, or the creator's key revoked, in the meantime;
 *   `forbidden` for a key with a monthly limit, which could escape it by another key, and for one that was replaced,
 *   which could outlive its grace period by another key
 */
export async function lockForCreator(trx: Db, userId: string, { apiKeyId }: KeyCreator): Promise<CreatorBounds> {
  const role = await lockKeysOf(trx, userId);
  if (role === null) throw new DomainError("invalid_api_key");
  if (apiKeyId === null) return { role, expiresAt: null };
  const own = await findActiveApiKey(trx, { apiKeyId, userId });
  if (own === null) throw new DomainError("invalid_api_key");
  if (own.monthly_credit_limit !== null) throw new DomainError("forbidden", limitedKey);
  if (own.is_replaced) throw new DomainError("forbidden", replacedKey);
  return { role, expiresAt: own.expires_at };
}

/**
 * Locks the keys of an account for a caller who replaces, changes or revokes one of them. A key has rights over itself, and over keys
 * that have no scope which it lacks and that it was not made with. Of a missing key it says nothing.
 * @throws DomainError the same as `lockForCreator`; `insufficient_scope`; `forbidden` for a key that the caller's was made with
 */
export async function lockForRightsOver(
  trx: Db,
  creator: KeyCreator,
  key: Required<ApiKeyReference>,
): Promise<CreatorBounds> {
  const bounds = await lockForCreator(trx, key.userId, creator);
  if (creator.apiKeyId === null || creator.apiKeyId === key.apiKeyId) return bounds;
  requireScopes(creator.scopes, usableScopes(await findKeyScopes(trx, key), bounds.role));
  if (await isAbove(trx, key, creator.apiKeyId)) throw new DomainError("forbidden", keyAbove);
  return bounds;
}
