import { sql } from "kysely";
import { prepared } from "#db/prepared.ts";
import type { ApiKeyScope, Db, userRoles } from "#db/schema.ts";
import { requireUnblocked } from "#src/domain/accounts/require-unblocked.ts";
import { isActive } from "./active-key.ts";

/** The account behind a live key, which is not blocked. */
export interface ApiKeyAccount {
  readonly apiKeyId: string;
  readonly userId: string;
  readonly role: (typeof userRoles)[number];
  readonly scopes: readonly ApiKeyScope[];
  /** True when its use was not recorded for a minute. */
  readonly shouldRecordUse: boolean;
}

/** Finds a live key by its digest. @throws DomainError `account_blocked` */
export async function findApiKeyAccount(db: Db, digest: Buffer): Promise<ApiKeyAccount | null> {
  const row = await liveKeys(db)
    .where("key_sha256", "=", digest)
    .withPlugin(prepared("find-api-key-account"))
    .executeTakeFirst();
  return accountOf(row);
}

/** The same for the key of a temporary token that has not expired. */
export async function findTemporaryTokenAccount(db: Db, digest: Buffer): Promise<ApiKeyAccount | null> {
  const row = await liveKeys(db)
    .innerJoin("temporary_tokens", "temporary_tokens.api_key_id", "api_keys.id")
    .where("token_sha256", "=", digest)
    .where("temporary_tokens.expires_at", ">", sql<Date>`now()`)
    .withPlugin(prepared("find-temporary-token-account"))
    .executeTakeFirst();
  return accountOf(row);
}

/** @returns false where another call has removed it */
export async function deleteTemporaryToken(db: Db, digest: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("temporary_tokens")
    .where("token_sha256", "=", digest)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

const liveKeys = (db: Db) =>
  db
    .selectFrom("api_keys")
    .innerJoin("users", "users.id", "api_keys.user_id")
    .select([
      "api_keys.id",
      "users.id as user_id",
      "users.role",
      "users.blocked_at",
      "api_keys.scopes",
      sql<boolean>`coalesce(last_used_at < now() - interval '1 minute', true)`.as("should_record_use"),
    ])
    .where(isActive)
    .where("users.closed_at", "is", null);

type LiveKey = Awaited<ReturnType<ReturnType<typeof liveKeys>["executeTakeFirst"]>>;

function accountOf(row: LiveKey): ApiKeyAccount | null {
  if (row === undefined) return null;
  requireUnblocked(row);
  const { id: apiKeyId, user_id: userId, role, scopes, should_record_use: shouldRecordUse } = row;
  return { apiKeyId, userId, role, scopes, shouldRecordUse };
}

/** Records that a key was used just now. */
export async function recordKeyUse(db: Db, apiKeyId: string): Promise<void> {
  await db
    .updateTable("api_keys")
    .set({ last_used_at: sql<Date>`now()` })
    .where("id", "=", apiKeyId)
    .execute();
}
