import { type SelectQueryBuilder, sql } from "kysely";
import type { Database, Db, userRoles } from "#db/schema.ts";
import { type CreditPool, live } from "#src/domain/credits/queries.ts";
import { listPage, type Page } from "#src/domain/pages/list-page.ts";
import { isLiveSubscription } from "#src/domain/subscriptions/queries.ts";

/** The orders in which accounts are listed, each by an index. */
export const accountOrders = ["newest", "oldest", "email"] as const;

export interface AccountFilter extends Page {
  /** A part of the e-mail address, in any case. */
  readonly email?: string | undefined;
  /** A part of the e-mail address, the name or the username, in any case. */
  readonly search?: string | undefined;
  readonly role?: (typeof userRoles)[number] | undefined;
  /** The newest first when absent. */
  readonly sort?: (typeof accountOrders)[number] | undefined;
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
  "blocked_at",
] as const;

/** The last call by a key or in the dashboard, to the minute; null where none is known. */
const lastUse = sql<Date | null>`greatest(
  (select max(last_used_at) from api_keys where api_keys.user_id = users.id),
  (select max(last_seen_at) from sessions where sessions.user_id = users.id))`;
const creditsOf = (pool: CreditPool) => sql<number>`coalesce((select ${live} + permanent from balances
  where balances.user_id = users.id and balances.pool = ${sql.lit(pool)}), 0)::float8`;
const planName = sql<string | null>`(
  select plans.display_name from subscriptions as subscription join plans on plans.id = subscription.plan_id
  where subscription.user_id = users.id and ${isLiveSubscription}
  order by subscription.status = 'cancelled' limit 1)`;

const selectShown = <Row>(accounts: SelectQueryBuilder<Database, "users", Row>) =>
  accounts
    .select(columns)
    .select(sql<boolean>`oidc_subject is not null`.as("has_identity"))
    .select([lastUse.as("last_used_at"), planName.as("plan_name")])
    .select([creditsOf("tts").as("tts_remaining"), creditsOf("asr").as("asr_remaining")]);

/** One page of all accounts, closed ones included, and how many there are. */
export function listAccounts(
  { db }: { readonly db: Db },
  { email, search, role, sort = "newest", page, limit }: AccountFilter,
) {
  const holds = (column: "email" | "name" | "username", part = "") =>
    sql<boolean>`position(lower(${part}) in lower(${sql.ref(column)})) > 0`;
  const matching = db
    .selectFrom("users")
    .$if(email !== undefined, (query) => query.where(holds("email", email)))
    .$if(search !== undefined, (query) =>
      query.where((eb) => eb.or([holds("email", search), holds("name", search), holds("username", search)])),
    )
    .$if(role !== undefined, (query) => query.where("role", "=", role ?? "user"));
  const ordered = selectShown(matching)
    .$if(sort === "email", (query) => query.orderBy(sql`lower(email)`))
    .$if(sort !== "email", (query) => query.orderBy("created_at", sort === "oldest" ? "asc" : "desc"))
    .orderBy("id", sort === "newest" ? "desc" : "asc");
  return listPage(db, ordered, { page, limit });
}

/** The same of one account; null when there is none. */
export const findListedAccount = async ({ db }: { readonly db: Db }, userId: string): Promise<ListedAccount | null> =>
  (await selectShown(db.selectFrom("users")).where("id", "=", userId).executeTakeFirst()) ?? null;
