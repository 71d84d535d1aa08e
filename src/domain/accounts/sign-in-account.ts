import type { Db } from "#db/schema.ts";
import { DomainError } from "#src/errors.ts";
import { findAccount } from "./queries.ts";
import { type Identity, type IdentityPolicy, upsertIdentity } from "./upsert-identity.ts";

/** An account that may act. */
export interface OpenAccount {
  readonly userId: string;
  readonly role: "user" | "admin";
}

/**
 * Finds the account of an identity that has just been proven, or makes it, and brings it to what the provider says.
 * @throws DomainError `invalid_session` when the account is closed
 */
export async function signInAccount(
  { db }: { readonly db: Db },
  identity: Identity,
  policy: IdentityPolicy,
): Promise<OpenAccount> {
  const { userId } = await upsertIdentity({ db }, identity, policy);
  const account = await findAccount(db, userId);
  if (account === null || account.closed_at !== null) throw new DomainError("invalid_session");
  return { userId, role: account.role };
}
