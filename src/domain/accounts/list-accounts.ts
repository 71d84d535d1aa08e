import { sql } from "kysely";
import type { Db, userRoles } from "#db/schema.ts";
import { listNewestFirst } from "#src/domain/pages/list-newest-first.ts";

export interface AccountFilter {
  /** A part of the e-mail address, in any case. */
  readonly email?: string | undefined;
  /** A part of the e-mail address, the name or the username, in any case. */
  readonly search?: string | undefined;
  readonly role?: (typeof userRoles)[number] | undefined;
  readonly page: number;
  readonly limit: number;
}

/** An account as an operator sees it. */
export type ListedAccount = Awaited<ReturnType<typeof listAccounts>>["items"][number];

const columns = [
  "id",
  "email",
  "email_verified",
  "name",
  "username",
  "role",
  "role_source",
  "created_at",
  "closed_at",
] as const;

const select = (db: Db) =>
  db
    .selectFrom("users")
    .select(columns)
    .select(sql<boolean>`oidc_subject is not null`.as("has_identity"));

/** One page of all accounts, closed ones included, newest first, and how many there are. */
export async function listAccounts({ db }: { readonly db: Db }, { email, search, role, page, limit }: AccountFilter) {
  const holds = (column: "email" | "name" | "username", part = "") =>
    sql<boolean>`position(lower(${part}) in lower(${sql.ref(column)})) > 0`;
  const matching = select(db)
    .$if(email !== undefined, (query) => query.where(holds("email", email)))
    .$if(search !== undefined, (query) =>
      query.where((eb) => eb.or([holds("email", search), holds("name", search), holds("username", search)])),
    )
    .$if(role !== undefined, (query) => query.where("role", "=", role ?? "user"));
  return listNewestFirst(matching, { page, limit });
}

/** The same of one account; null when there is none. */
export const findListedAccount = async ({ db }: { readonly db: Db }, userId: string): Promise<ListedAccount | null> =>
  (await select(db).where("id", "=", userId).executeTakeFirst()) ?? null;
