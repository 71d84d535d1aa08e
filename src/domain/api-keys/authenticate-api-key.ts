import type { Db } from "#db/schema.ts";
import { DomainError } from "#src/errors.ts";
import { secretDigest, isWellFormedApiKey } from "./key-format.ts";
import { type ApiKeyAccount, findApiKeyAccount } from "./key-account-queries.ts";

/**
 * Asks the database every time, so that a revocation holds for every request that starts after it.
 * @throws DomainError `invalid_api_key`, the same for unknown, malformed and revoked keys
 */
export async function authenticateApiKey({ db }: { readonly db: Db }, key: string): Promise<ApiKeyAccount> {
  const account = isWellFormedApiKey(key) ? await findApiKeyAccount(db, secretDigest(key)) : null;
  if (account === null) throw new DomainError("invalid_api_key");
  return account;
}
