import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import { DomainError } from "#src/errors.ts";
import { findIdentity } from "./queries.ts";
import { type OpenAccount, signInAccount } from "./sign-in-account.ts";
import type { Identity, IdentityPolicy } from "./upsert-identity.ts";

/**
 * Finds the account behind an access token; an identity that was never seen gets one at once.
 * @throws DomainError `invalid_session` when the account is closed
 */
export async function authenticateIdentity(
  { db }: { readonly db: Kysely<Database> },
  identity: Identity,
  policy: IdentityPolicy,
): Promise<OpenAccount> {
  const account = await findIdentity(db, identity);
  if (account === null) return signInAccount({ db }, identity, policy);
  if (account.closed_at !== null) throw new DomainError("invalid_session");
  return { userId: account.id, role: account.role };
}
