import type { Db } from "#db/schema.ts";
import { DomainError } from "#src/errors.ts";
import { isSingleUseToken, secretDigest } from "./key-format.ts";
import { type ApiKeyAccount, deleteTemporaryToken, findTemporaryTokenAccount } from "./key-account-queries.ts";

/**
 * Asks the database every time, so that a token ends with its key. It has no scope but `speech`, and that only if its key has. One for a
 * single use is used up by this.
 * @throws DomainError `invalid_api_key`, the same for unknown, expired and used tokens and for those whose key is revoked
 */
export async function authenticateTemporaryToken({ db }: { readonly db: Db }, token: string): Promise<ApiKeyAccount> {
  const digest = secretDigest(token);
  const account = await findTemporaryTokenAccount(db, digest);
  // One of several calls at once removes it.
  if (account === null || (isSingleUseToken(token) && !(await deleteTemporaryToken(db, digest))))
    throw new DomainError("invalid_api_key", "The temporary token is not valid, or has expired. Request another one.");
  return { ...account, scopes: account.scopes.filter((scope) => scope === "speech") };
}
