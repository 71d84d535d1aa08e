import { type Kysely, sql } from "kysely";
import type { Database } from "#db/schema.ts";

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
  const items = await matching
    .select(["id", "email", "email_verified", "name", "username", "role", "created_at", "closed_at"])
    .select(sql<boolean>`oidc_subject is not null`.as("has_identity"))
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  const { total } = await matching.select((eb) => eb.fn.countAll<string>().as("total")).executeTakeFirstOrThrow();
  return { items, total: Number(total) };
}
