import { sql } from "kysely";
import type { Db } from "#db/schema.ts";
import { DomainError } from "#src/errors.ts";
import { isActive } from "./active-key.ts";
import { newLiveToken, newSingleUseToken, newTemporaryToken, secretDigest } from "./key-format.ts";

interface Grant {
  /** The key that the token stands for; null for a caller without a key. */
  readonly apiKeyId: string | null;
  readonly ttlSeconds: number;
  /** Whether one call uses it up. */
  readonly isSingleUse?: true;
}

/**
 * Makes a token that stands for a key until it expires or the key ends.
 * @returns the token itself; this is the only time it is seen
 * @throws DomainError `invalid_api_key` when the key was revoked in the meantime
 */
export async function grantTemporaryToken(
  { db }: { readonly db: Db },
  { apiKeyId, ttlSeconds, isSingleUse }: Grant,
): Promise<string> {
  const token = isSingleUse === true ? newSingleUseToken() : newTemporaryToken();
  const expiresAt = await insertToken(db, token, { apiKeyId, sessionId: null, ttlSeconds });
  if (expiresAt === null) throw new DomainError("invalid_api_key");
  return token;
}

interface LiveGrant extends Omit<Grant, "isSingleUse"> {
  /** The session of the dashboard that the token stands for where no key makes it. */
  readonly sessionId: string | null;
}

/**
 * Makes a token that opens one live session in place of a key, or of a session of the dashboard, unless that has ended by then.
 * @throws DomainError `invalid_api_key`, `invalid_session` when the key was revoked or the session ended in the meantime
 */
export async function grantLiveToken({ db }: { readonly db: Db }, grant: LiveGrant) {
  const token = newLiveToken();
  const expiresAt = await insertToken(db, token, grant);
  if (expiresAt === null) throw new DomainError(grant.apiKeyId === null ? "invalid_session" : "invalid_api_key");
  return { token, expiresAt };
}

/** @returns when it expires; null where its key or session has ended */
async function insertToken(
  db: Db,
  token: string,
  { apiKeyId, sessionId, ttlSeconds }: LiveGrant,
): Promise<Date | null> {
  const digest = sql<Buffer>`${secretDigest(token)}::bytea`.as("token_sha256");
  const none = sql<null>`null::uuid`;
  const end = sql<Date>`now() + make_interval(secs => ${ttlSeconds})`.as("expires_at");
  const ofKey = db
    .selectFrom("api_keys")
    .select([digest, "api_keys.id as api_key_id", none.as("session_id"), end])
    .where("api_keys.id", "=", apiKeyId)
    .where(isActive);
  const ofSession = db
    .selectFrom("sessions")
    .select([digest, none.as("api_key_id"), "sessions.id as session_id", end])
    .where("sessions.id", "=", sessionId);
  const row = await db
    .insertInto("temporary_tokens")
    .columns(["token_sha256", "api_key_id", "session_id", "expires_at"])
    .expression(apiKeyId === null ? ofSession : ofKey)
    .returning("expires_at")
    .executeTakeFirst();
  return row?.expires_at ?? null;
}
