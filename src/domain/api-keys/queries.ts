import { type ExpressionBuilder, type Kysely, sql } from "kysely";
import type { Database } from "#db/schema.ts";

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

/** Counts the live keys of an account, which is locked until the transaction ends. */
export async function countLiveApiKeys(db: Kysely<Database>, userId: string): Promise<number> {
  await db.selectFrom("users").select("id").where("id", "=", userId).forUpdate().execute();
  const row = await db
    .selectFrom("api_keys")
    .select((eb) => eb.fn.countAll<string>().as("live"))
    .where("user_id", "=", userId)
    .where(isLive)
    .executeTakeFirstOrThrow();
  return Number(row.live);
}
