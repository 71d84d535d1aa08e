import { sql } from "kysely";
import { prepared } from "#db/prepared.ts";
import type { ApiKeyScope, Db, userRoles } from "#db/schema.ts";
import { isActive } from "./active-key.ts";

/** The account behind a live key. */
export interface ApiKeyOwner {
  readonly apiKeyId: string;
  readonly userId: string;
  readonly role: (typeof userRoles)[number];
  readonly scopes: readonly ApiKeyScope[];
}

/** Finds a live key by its digest, and notes the use at most once a minute. */
export async function findApiKeyOwner(db: Db, digest: Buffer): Promise<ApiKeyOwner | null> {
  const row = await liveKeys(db)
    .where("key_sha256", "=", digest)
    .withPlugin(prepared("find-api-key-owner"))
    .executeTakeFirst();
  return ownerOf(db, row);
}

/** The same for the key of a temporary token that has not expired. */
export async function findTemporaryTokenOwner(db: Db, digest: Buffer): Promise<ApiKeyOwner | null> {
  const row = await liveKeys(db)
    .innerJoin("temporary_tokens", "temporary_tokens.api_key_id", "api_keys.id")
    .where("token_sha256", "=", digest)
    .where("temporary_tokens.expires_at", ">", sql<Date>`now()`)
    .withPlugin(prepared("find-temporary-token-owner"))
    .executeTakeFirst();
  return ownerOf(db, row);
}

const liveKeys = (db: Db) =>
  db
    .selectFrom("api_keys")
    .innerJoin("users", "users.id", "api_keys.user_id")
    .select([
      "api_keys.id",
      "users.id as user_id",
      "users.role",
      "api_keys.scopes",
      sql<boolean>`coalesce(last_used_at < now() - interval '1 minute', true)`.as("last_used_is_stale"),
    ])
    .where(isActive)
    .where("users.closed_at", "is", null);

type LiveKey = Awaited<ReturnType<ReturnType<typeof liveKeys>["executeTakeFirst"]>>;

async function ownerOf(db: Db, row: LiveKey): Promise<ApiKeyOwner | null> {
  if (row === undefined) return null;
  if (row.last_used_is_stale) await noteUse(db, row.id);
  return { apiKeyId: row.id, userId: row.user_id, role: row.role, scopes: row.scopes };
}

const noteUse = (db: Db, apiKeyId: string): Promise<unknown> =>
  db
    .updateTable("api_keys")
    .set({ last_used_at: sql<Date>`now()` })
    .where("id", "=", apiKeyId)
    .execute();
