import type { Db } from "#db/schema.ts";
import { findTokenSessionOwner } from "#src/domain/sessions/queries.ts";
import { DomainError } from "#src/errors.ts";
import { isSingleUseToken, secretDigest } from "./key-format.ts";
import { type ApiKeyAccount, deleteTemporaryToken, findTemporaryTokenAccount } from "./key-account-queries.ts";

/** The account behind a temporary token, which stands for a key or for a session of the dashboard. */
interface TokenAccount extends Omit<ApiKeyAccount, "apiKeyId"> {
  readonly apiKeyId: string | null;
  readonly sessionId: string | null;
}

/**
 * Asks the database every time, so that a token ends with its key or session. It has no scope but `speech`, and that only if its key has.
 * One for a single use is used up by this.
 * @throws DomainError `invalid_api_key`, the same for unknown, expired and used tokens and for those whose key is revoked
 */
export async function authenticateTemporaryToken(
  { db }: { readonly db: Db },
  token: string,
  { idleMs }: { readonly idleMs: number },
): Promise<TokenAccount> {
  const digest = secretDigest(token);
  const account = (await findKeyAccount(db, digest)) ?? (await findSessionAccount(db, digest, idleMs));
  // One of several calls at once removes it.
  if (account === null || (isSingleUseToken(token) && !(await deleteTemporaryToken(db, digest))))
    throw new DomainError("invalid_api_key", "The temporary token is not valid, or has expired. Request another one.");
  return { ...account, scopes: account.scopes.filter((scope) => scope === "speech") };
}

async function findKeyAccount(db: Db, digest: Buffer): Promise<TokenAccount | null> {
  const account = await findTemporaryTokenAccount(db, digest);
  return account === null ? null : { ...account, sessionId: null };
}

async function findSessionAccount(db: Db, digest: Buffer, idleMs: number): Promise<TokenAccount | null> {
  const owner = await findTokenSessionOwner(db, digest, { idleMs });
  return owner === null ? null : { ...owner, apiKeyId: null, scopes: ["speech"], shouldRecordUse: false };
}
