import { sql } from "kysely";
import type { Db } from "#db/schema.ts";

/** An e-mail address that does not tell which account is meant. The message is a sentence for an operator. */
class AmbiguousEmailError extends Error {
  override readonly name = "AmbiguousEmailError";
}

export interface AccountAddress {
  readonly email: string;
  /** True where people sign in by the sandbox; false when absent. */
  readonly sandbox?: boolean;
}

/**
 * The open account that an e-mail address names: one that was made for it here, or one whose provider has verified it.
 * Without verification any person can sign up with any address, so an account with an unverified one is not meant, but in
 * the sandbox, where the operator vouches for all addresses.
 * @returns the user id; null when no account has the address
 * @throws AmbiguousEmailError
 */
export async function findAccountByEmail(
  { db }: { readonly db: Db },
  { email, sandbox = false }: AccountAddress,
): Promise<string | null> {
  const rows = await db
    .selectFrom("users")
    .select(["id", sql<boolean>`oidc_subject is null or email_verified`.as("proven")])
    .where(sql`lower(email)`, "=", sql`lower(${email})`)
    .where("closed_at", "is", null)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  const proven = rows.filter((row) => row.proven);
  const [account, ...others] = sandbox && proven.length === 0 ? rows : proven;
  if (account !== undefined && others.length === 0) return account.id;
  if (rows.length === 0) return null;
  const why =
    account === undefined ? `The address ${email} is not verified` : `Several accounts have the address ${email}`;
  throw new AmbiguousEmailError(`${why}: name the account with --user-id (${rows.map(({ id }) => id).join(", ")}).`);
}
