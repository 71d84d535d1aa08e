import { type ApiKeyScope, apiKeyScopes, type Db, type userRoles } from "#db/schema.ts";
import { DomainError } from "#src/errors.ts";
import { findActiveApiKey, lockKeysOf } from "./queries.ts";

/** Who makes a key. */
export interface KeyCreator {
  /** The key that authenticated the call; null for a person who is signed in, and for the operator. */
  readonly apiKeyId: string | null;
  /** What the creator may do: no key that it creates may do more. */
  readonly scopes: readonly ApiKeyScope[];
}

const limitedKey = "A key with a monthly limit cannot create, replace or change keys. Use another key, or sign in.";

/** The operator on the command line. */
export const operator: KeyCreator = { apiKeyId: null, scopes: apiKeyScopes };

/**
 * Keeps an account's keys from changing until the transaction ends, so that a key is either revoked before it makes
 * another one, or the revocation knows what it has made.
 * @returns the role of the account
 * @throws DomainError `invalid_api_key` when the account was closed, or the creator's key revoked, in the meantime;
 *   `forbidden` for a key with a monthly limit, which could escape it by another key
 */
export async function lockForCreator(
  trx: Db,
  userId: string,
  { apiKeyId }: KeyCreator,
): Promise<(typeof userRoles)[number]> {
  const role = await lockKeysOf(trx, userId);
  if (role === null) throw new DomainError("invalid_api_key");
  if (apiKeyId === null) return role;
  const own = await findActiveApiKey(trx, { apiKeyId, userId });
  if (own === null) throw new DomainError("invalid_api_key");
  if (own.monthly_credit_limit !== null) throw new DomainError("forbidden", limitedKey);
  return role;
}
