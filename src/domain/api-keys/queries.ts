import { type ExpressionBuilder, type Kysely, sql } from "kysely";
import type { Database } from "#db/schema.ts";
import { newestPage } from "#src/domain/pages/newest-page.ts";

/** The account behind a live key. */
export interface ApiKeyOwner {
  readonly apiKeyId: string;
  readonly userId: string;
  readonly role: "user" | "admin";
}

/** A key works until it is revoked, or until the grace period ends that it was left when it was replaced. */
const isLive = (eb: ExpressionBuilder<Database, "api_keys">) =>
  eb.and([
    eb("api_keys.revoked_at", "is", null),
    eb.or([eb("api_keys.expires_at", "is", null), eb("api_keys.expires_at", ">", sql<Date>`now()`)]),
  ]);

/** Finds a live key by its digest, and notes the use at most once a minute. */
export async function findApiKeyOwner(db: Kysely<Database>, digest: Buffer): Promise<ApiKeyOwner | null> {
  const row = await db
    .selectFrom("api_keys")
    .innerJoin("users", "users.id", "api_keys.user_id")
    .select([
      "api_keys.id",
      "users.id as user_id",
      "users.role",
      sql<boolean>`coalesce(last_used_at < now() - interval '1 minute', true)`.as("use_is_news"),
    ])
    .where("key_sha256", "=", digest)
    .where(isLive)
    .where("users.closed_at", "is", null)
    .executeTakeFirst();
  if (row === undefined) return null;
  if (row.use_is_news) await noteUse(db, row.id);
  return { apiKeyId: row.id, userId: row.user_id, role: row.role };
}

const noteUse = (db: Kysely<Database>, apiKeyId: string): Promise<unknown> =>
  db
    .updateTable("api_keys")
    .set({ last_used_at: sql<Date>`now()` })
    .where("id", "=", apiKeyId)
    .execute();

export interface NewApiKey {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly description: string;
  readonly digest: Buffer;
  readonly hint: string;
}

/** @returns when the key was made */
export async function insertApiKey(db: Kysely<Database>, key: NewApiKey): Promise<Date> {
  const row = await db
    .insertInto("api_keys")
    .values({
      id: key.id,
      user_id: key.userId,
      name: key.name,
      description: key.description,
      key_sha256: key.digest,
      hint: key.hint,
    })
    .returning("created_at")
    .executeTakeFirstOrThrow();
  return row.created_at;
}

/** Keeps the number of an account's keys from changing until the transaction ends. @returns false when it is closed */
export async function lockKeysOf(db: Kysely<Database>, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom("users")
    .select("id")
    .where("id", "=", userId)
    .where("closed_at", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export async function countLiveApiKeys(db: Kysely<Database>, userId: string): Promise<number> {
  const row = await db
    .selectFrom("api_keys")
    .select((eb) => eb.fn.countAll<string>().as("live"))
    .where("user_id", "=", userId)
    .where(isLive)
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

/** One page of an account's keys, newest first, and how many there are. */
export async function listApiKeys(db: Kysely<Database>, { userId, status, page, limit }: ApiKeyFilter) {
  const matching = db
    .selectFrom("api_keys")
    .where("user_id", "=", userId)
    .$if(status === "live", (query) => query.where(isLive))
    .$if(status === "revoked", (query) => query.where((eb) => eb.not(isLive(eb))));
  return newestPage(
    matching.select(["id", "name", "description", "hint", "created_at", "last_used_at", "expires_at", "revoked_at"]),
    { page, limit },
  );
}

/** Which key of which account; without an account, whoever it belongs to. */
export interface ApiKeyReference {
  readonly apiKeyId: string;
  readonly userId?: string;
}

/** Ends a key, the first time for good. @returns when that was; null when there is no such key */
export async function writeRevocation(
  db: Kysely<Database>,
  { apiKeyId, userId }: ApiKeyReference,
): Promise<Date | null> {
  const row = await db
    .updateTable("api_keys")
    .set({ revoked_at: sql<Date>`coalesce(revoked_at, now())` })
    .where("id", "=", apiKeyId)
    .$if(userId !== undefined, (query) => query.where("user_id", "=", userId ?? ""))
    .returning("revoked_at")
    .executeTakeFirst();
  return row?.revoked_at ?? null;
}

export interface ReplacedApiKey {
  readonly name: string;
  readonly description: string;
  /** When it stops working. */
  readonly expiresAt: Date;
}

/** Leaves a key so many more days, none of them meaning that it is revoked. @returns null unless it works without end */
export async function writeGracePeriod(
  db: Kysely<Database>,
  { apiKeyId, userId, graceDays }: Required<ApiKeyReference> & { readonly graceDays: number },
): Promise<ReplacedApiKey | null> {
  const row = await db
    .updateTable("api_keys")
    .set({
      expires_at: sql<Date>`now() + make_interval(hours => ${24 * graceDays})`,
      ...(graceDays === 0 && { revoked_at: sql<Date>`now()` }),
    })
    .where("id", "=", apiKeyId)
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .where("expires_at", "is", null)
    .returning(["name", "description", "expires_at"])
    .executeTakeFirst();
  if (row === undefined || row.expires_at === null) return null;
  return { name: row.name, description: row.description, expiresAt: row.expires_at };
}

/** True for a key of this account, whatever has become of it. */
export async function hasApiKey(
  db: Kysely<Database>,
  { apiKeyId, userId }: Required<ApiKeyReference>,
): Promise<boolean> {
  const row = await db
    .selectFrom("api_keys")
    .select("id")
    .where("id", "=", apiKeyId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** The id of a key, live or not. */
export async function findApiKeyId(db: Kysely<Database>, digest: Buffer): Promise<string | null> {
  const row = await db.selectFrom("api_keys").select("id").where("key_sha256", "=", digest).executeTakeFirst();
  return row?.id ?? null;
}
