import { type Kysely, sql } from "kysely";
import type { Database } from "#db/schema.ts";
import { newestPage } from "#src/domain/pages/newest-page.ts";

export interface AccountFilter {
  /** A part of the e-mail address, in any case. */
  readonly email?: string | undefined;
  readonly page: number;
  readonly limit: number;
}

/** An account as an operator sees it. */
export type ListedAccount = Awaited<ReturnType<typeof listAccounts>>["items"][number];

/** One page of all accounts, closed ones included, newest first, and how many there are. */
export async function listAccounts(
  { db }: { readonly db: Kysely<Database> },
  { email = "", page, limit }: AccountFilter,
) {
  const matching = db.selectFrom("users").where(sql`position(lower(${email}) in lower(email))`, ">", 0);
  return newestPage(
    matching
      .select(["id", "email", "email_verified", "name", "username", "role", "created_at", "closed_at"])
      .select(sql<boolean>`oidc_subject is not null`.as("has_identity")),
    { page, limit },
  );
}
