import { type ApiKeyScope, apiKeyScopes, type Db, type userRoles } from "#db/schema.ts";
import { DomainError } from "#src/errors.ts";
import { isActiveApiKey, lockKeysOf } from "./queries.ts";

/** Who makes a key. */
export interface KeyCreator {
  /** The key that authenticated the call; null for a person who is signed in, and for the operator. */
  readonly apiKeyId: string | null;
  /** What the creator may do: no key that it creates may do more. */
  readonly scopes: readonly ApiKeyScope[];
}

/** The operator on the command line. */
export const operator: KeyCreator = { apiKeyId: null, scopes: apiKeyScopes };

/**
 * Keeps an account's keys from changing until the transaction ends, so that a key is either revoked before it makes
 * another one, or the revocation knows what it has made.
 * @returns the role of the account
 * @throws DomainError `invalid_api_key` when the account was closed, or the creator's key revoked, in the meantime
 */
export async function lockForCreator(
  trx: Db,
  userId: string,
  { apiKeyId }: KeyCreator,
): Promise<(typeof userRoles)[number]> {
  const role = await lockKeysOf(trx, userId);
  if (role === null) throw new DomainError("invalid_api_key");
  if (apiKeyId !== null && !(await isActiveApiKey(trx, { apiKeyId, userId }))) throw new DomainError("invalid_api_key");
  return role;
}
