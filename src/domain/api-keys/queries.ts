import { sql } from "kysely";
import type { ApiKeyScope, Db, userRoles } from "#db/schema.ts";
import { listNewestFirst } from "#src/domain/pages/list-page.ts";
import { countActiveDescendants } from "./lineage-queries.ts";
import { displayName } from "./display-name.ts";
import { isActive, isReplaced } from "./active-key.ts";
import { creditsThisMonth } from "./monthly-limit.ts";

export interface ApiKeyFacts {
  readonly userId: string;
  readonly name: string;
  readonly description: string;
  readonly scopes: readonly ApiKeyScope[];
  readonly createdByKeyId: string | null;
  readonly replacesKeyId: string | null;
  /** The credits that it may use in a month; null for no limit of its own. */
  readonly monthlyCreditLimit: number | null;
  /** The time at which it stops working; null for one without an end. */
  readonly expiresAt: Date | null;
}

interface NewApiKey extends ApiKeyFacts {
  readonly id: string;
  readonly digest: Buffer;
  readonly hint: string;
}

/** @returns when the key was made */
export async function insertApiKey(db: Db, key: NewApiKey): Promise<Date> {
  const row = await db
    .insertInto("api_keys")
    .values({
      id: key.id,
      user_id: key.userId,
      name: key.name,
      description: key.description,
      key_sha256: key.digest,
      hint: key.hint,
      scopes: [...key.scopes],
      created_by_key_id: key.createdByKeyId,
      replaces_key_id: key.replacesKeyId,
      monthly_credit_limit: key.monthlyCreditLimit,
      expires_at: key.expiresAt,
    })
    .returning("created_at")
    .executeTakeFirstOrThrow();
  return row.created_at;
}

/** Keeps an account's keys from changing until the transaction ends. @returns its role; null when it is closed */
export async function lockKeysOf(db: Db, userId: string): Promise<(typeof userRoles)[number] | null> {
  const row = await db
    .selectFrom("users")
    .select("role")
    .where("id", "=", userId)
    .where("closed_at", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row?.role ?? null;
}

export async function countActiveApiKeys(db: Db, userId: string): Promise<number> {
  const row = await db
    .selectFrom("api_keys")
    .select((eb) => eb.fn.countAll<string>().as("live"))
    .where("user_id", "=", userId)
    .where(isActive)
    .executeTakeFirstOrThrow();
  return Number(row.live);
}

/** A key as it stands in its row; nothing of the secret but its hint. */
export type ApiKey = Awaited<ReturnType<typeof listApiKeys>>["items"][number];

export interface ApiKeyFilter {
  readonly userId: string;
  /** `revoked` means that it does not work any more, be it revoked or replaced. */
  readonly status?: "live" | "revoked" | undefined;
  readonly page: number;
  readonly limit: number;
}

const shownColumns = [
  ...(["id", "name", "description", "hint", "scopes", "created_at", "last_used_at", "expires_at"] as const),
  ...(["revoked_at", "created_by_key_id", "replaces_key_id", "monthly_credit_limit"] as const),
] as const;

const ownerAndKey = { userId: sql.ref("api_keys.user_id"), apiKeyId: sql.ref("api_keys.id") } as const;

/** The keys of an account with all that is shown of them. */
const selectKeys = (db: Db, userId: string) =>
  db
    .selectFrom("api_keys")
    .where("user_id", "=", userId)
    .select((eb) => [
      ...shownColumns,
      eb
        .selectFrom("api_keys as creator")
        .select("creator.name")
        .whereRef("creator.id", "=", "api_keys.created_by_key_id")
        .as("created_by_key_name"),
      eb
        .selectFrom("api_keys as successor")
        .select("successor.id")
        .whereRef("successor.replaces_key_id", "=", "api_keys.id")
        .as("replaced_by_key_id"),
      creditsThisMonth(ownerAndKey).as("credits_this_month"),
    ]);

async function countDescendants<Key extends { readonly id: string }>(db: Db, userId: string, keys: readonly Key[]) {
  const ids = keys.map(({ id }) => id);
  const live = await countActiveDescendants(db, userId, ids);
  return keys.map((key) => ({ ...key, live_descendants: live.get(key.id) ?? 0 }));
}

/** One page of an account's keys, newest first, and how many there are. */
export async function listApiKeys(db: Db, { userId, status, page, limit }: ApiKeyFilter) {
  const matching = selectKeys(db, userId)
    .$if(status === "live", (query) => query.where(isActive))
    .$if(status === "revoked", (query) => query.where((eb) => eb.not(isActive(eb))));
  const { items, ...length } = await listNewestFirst(db, matching, { page, limit });
  return { items: await countDescendants(db, userId, items), ...length };
}

/** A key of an account; null when there is no such key. */
export async function findApiKey(db: Db, { apiKeyId, userId }: Required<ApiKeyReference>): Promise<ApiKey | null> {
  const keys = await selectKeys(db, userId).where("api_keys.id", "=", apiKeyId).execute();
  return (await countDescendants(db, userId, keys))[0] ?? null;
}

/** Sets or removes the monthly limit of a key. */
export async function writeMonthlyLimit(
  db: Db,
  apiKeyId: string,
  { userId, monthlyCreditLimit }: { readonly userId: string; readonly monthlyCreditLimit: number | null },
): Promise<void> {
  await db
    .updateTable("api_keys")
    .set({ monthly_credit_limit: monthlyCreditLimit })
    .where("id", "=", apiKeyId)
    .where("user_id", "=", userId)
    .execute();
}

/** The names, as they may be shown, of those of an account's keys that are still there. */
export async function findApiKeyNames(
  db: Db,
  userId: string,
  apiKeyIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (apiKeyIds.length === 0) return new Map();
  const keys = db.selectFrom("api_keys").select(["id", "name"]).where("user_id", "=", userId);
  const rows = await keys.where("id", "=", sql<string>`any(${apiKeyIds}::uuid[])`).execute();
  return new Map(rows.map(({ id, name }) => [id, displayName(name)]));
}

/** A key of an account; without an account, of any. */
export interface ApiKeyReference {
  readonly apiKeyId: string;
  readonly userId?: string;
}

/** Finds the account of a key; null when there is no such key. */
export async function findApiKeyUser(db: Db, { apiKeyId, userId }: ApiKeyReference): Promise<string | null> {
  const row = await db
    .selectFrom("api_keys")
    .select("user_id")
    .where("id", "=", apiKeyId)
    .$if(userId !== undefined, (query) => query.where("user_id", "=", userId ?? ""))
    .executeTakeFirst();
  return row?.user_id ?? null;
}

/** Revokes a key; the first time counts. @returns when that was */
export async function writeRevocation(db: Db, apiKeyId: string): Promise<Date> {
  const row = await db
    .updateTable("api_keys")
    .set({ revoked_at: sql<Date>`coalesce(revoked_at, now())` })
    .where("id", "=", apiKeyId)
    .returning(sql<Date>`revoked_at`.as("revoked_at"))
    .executeTakeFirstOrThrow();
  return row.revoked_at;
}

/** A key of this account that still works, with what bounds it; null when there is none. */
export async function findActiveApiKey(db: Db, { apiKeyId, userId }: Required<ApiKeyReference>) {
  const row = await db
    .selectFrom("api_keys")
    .select(["id", "monthly_credit_limit", "expires_at"])
    .select((eb) => isReplaced(eb).$castTo<boolean>().as("is_replaced"))
    .where("id", "=", apiKeyId)
    .where("user_id", "=", userId)
    .where(isActive)
    .executeTakeFirst();
  return row ?? null;
}

/** The scopes of a key of this account, also of an ended one; empty when there is none. */
export async function findKeyScopes(
  db: Db,
  { apiKeyId, userId }: Required<ApiKeyReference>,
): Promise<readonly ApiKeyScope[]> {
  const row = await db
    .selectFrom("api_keys")
    .select("scopes")
    .where("id", "=", apiKeyId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row?.scopes ?? [];
}

/** True for a key of this account, whatever has become of it. */
export async function hasApiKey(db: Db, { apiKeyId, userId }: Required<ApiKeyReference>): Promise<boolean> {
  const row = await db
    .selectFrom("api_keys")
    .select("id")
    .where("id", "=", apiKeyId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** The id of a key, live or not. */
export async function findApiKeyId(db: Db, digest: Buffer): Promise<string | null> {
  const row = await db.selectFrom("api_keys").select("id").where("key_sha256", "=", digest).executeTakeFirst();
  return row?.id ?? null;
}
