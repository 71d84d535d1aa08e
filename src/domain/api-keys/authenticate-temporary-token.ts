import type { Db } from "#db/schema.ts";
import { DomainError } from "#src/errors.ts";
import { secretDigest } from "./key-format.ts";
import { type ApiKeyAccount, findTemporaryTokenAccount } from "./key-account-queries.ts";

/**
 * Asks the database every time, so that a token ends with its key. It has no scope but `speech`, and that only if its key has.
 * @throws DomainError `invalid_api_key`, the same for unknown and expired tokens and for those whose key is revoked
 */
export async function authenticateTemporaryToken({ db }: { readonly db: Db }, token: string): Promise<ApiKeyAccount> {
  const account = await findTemporaryTokenAccount(db, secretDigest(token));
  if (account === null)
    throw new DomainError("invalid_api_key", "The temporary token is not valid, or has expired. Request another one.");
  return { ...account, scopes: account.scopes.filter((scope) => scope === "speech") };
}
