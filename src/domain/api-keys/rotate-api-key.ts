import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import { DomainError } from "#src/errors.ts";
import { addApiKey, type CreatedApiKey } from "./create-api-key.ts";
import { hasApiKey, lockKeysOf, writeGracePeriod } from "./queries.ts";

export interface Rotation {
  readonly apiKeyId: string;
  readonly userId: string;
  /** For how many more days the old key works. */
  readonly graceDays: number;
  readonly maxLive: number;
}

export interface RotatedApiKey extends CreatedApiKey {
  /** When the old key stops working. */
  readonly oldExpiresAt: Date;
}

/**
 * Makes a key of the same name in place of another one. A key in its grace period counts as a live one.
 * @throws DomainError `api_key_not_found`; `invalid_transition` for a key that is revoked, expired or replaced already;
 *   `api_key_limit`; `invalid_api_key` when the account was closed in the meantime
 */
export function rotateApiKey(
  { db }: { readonly db: Kysely<Database> },
  { apiKeyId, userId, graceDays, maxLive }: Rotation,
): Promise<RotatedApiKey> {
  return db.transaction().execute(async (trx) => {
    if (!(await lockKeysOf(trx, userId))) throw new DomainError("invalid_api_key");
    const replaced = await writeGracePeriod(trx, { apiKeyId, userId, graceDays });
    if (replaced === null) {
      throw new DomainError((await hasApiKey(trx, { apiKeyId, userId })) ? "invalid_transition" : "api_key_not_found");
    }
    const { name, description, expiresAt } = replaced;
    return { ...(await addApiKey(trx, { userId, name, description, maxLive })), oldExpiresAt: expiresAt };
  });
}
