import type { Db } from "#db/schema.ts";
import { DomainError } from "#src/errors.ts";
import { type AccountRow, findIdentity } from "./queries.ts";
import { requireUnblocked } from "./require-unblocked.ts";
import { type OpenAccount, signInAccount } from "./sign-in-account.ts";
import type { Identity, IdentityPolicy } from "./upsert-identity.ts";

/**
 * Finds the account behind an access token; an identity that was never seen gets one at once. A token changes an account
 * only where it says that its address is verified by now, or that an admin by ADMIN_EMAILS has another address.
 * @throws DomainError `invalid_session` when the account is closed, `account_blocked`
 */
export async function authenticateIdentity(
  { db }: { readonly db: Db },
  identity: Identity,
  policy: IdentityPolicy,
): Promise<OpenAccount> {
  const account = await findIdentity(db, identity);
  if (account === null) return signInAccount({ db }, identity, policy);
  if (account.closed_at !== null) throw new DomainError("invalid_session");
  requireUnblocked(account);
  if (isNews(account, identity)) return signInAccount({ db }, identity, policy);
  return { userId: account.id, role: account.role };
}

const isNews = (account: AccountRow, { email, emailVerified }: Identity): boolean =>
  email !== null &&
  ((emailVerified && !account.email_verified) || (account.role_source === "email_list" && email !== account.email));
