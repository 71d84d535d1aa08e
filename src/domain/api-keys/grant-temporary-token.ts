import { sql } from "kysely";
import type { Db } from "#db/schema.ts";
import { DomainError } from "#src/errors.ts";
import { isActive } from "./active-key.ts";
import { newSingleUseToken, newTemporaryToken, secretDigest } from "./key-format.ts";

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
  const { numInsertedOrUpdatedRows: granted = 0n } = await db
    .insertInto("temporary_tokens")
    .columns(["token_sha256", "api_key_id", "expires_at"])
    .expression((eb) =>
      eb
        .selectFrom("api_keys")
        .select([
          eb.val(secretDigest(token)).as("token_sha256"),
          "api_keys.id as api_key_id",
          sql<Date>`now() + make_interval(secs => ${ttlSeconds})`.as("expires_at"),
        ])
        .where("api_keys.id", "=", apiKeyId)
        .where(isActive),
    )
    .executeTakeFirst();
  if (granted === 0n) throw new DomainError("invalid_api_key");
  return token;
}
