import type { Db } from "#db/schema.ts";
import { addApiKey, type CreatedApiKey } from "#src/domain/api-keys/create-api-key.ts";
import { type CreatorBounds, type KeyCreator, lockForCreator } from "#src/domain/api-keys/key-creator.ts";
import type { KeyLimits } from "#src/domain/api-keys/key-limits.ts";
import { inOrder } from "#src/domain/api-keys/key-scopes.ts";
import { DomainError } from "#src/errors.ts";
import { deleteDeviceAuthorization, findByDeviceCode, recordPoll } from "./queries.ts";

/** Null when the account was closed, or the key that approved it was revoked, replaced or limited, in the meantime. */
async function boundsOf(trx: Db, userId: string, creator: KeyCreator): Promise<CreatorBounds | null> {
  try {
    return await lockForCreator(trx, userId, creator);
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}

/**
 * Creates the key that was approved. The code works once.
 * @throws DomainError `authorization_pending`, `slow_down`, `access_denied`, `expired_token`; `api_key_limit` and `rate_limited`,
 *   after which the code still works
 */
export async function redeemDeviceCode(
  { db }: { readonly db: Db },
  { deviceCode, ...limits }: KeyLimits & { readonly deviceCode: string },
): Promise<CreatedApiKey> {
  // A refusal is returned, because what it writes has to be committed.
  const redeemed = await db.transaction().execute(async (trx) => {
    const authorization = await findByDeviceCode(trx, deviceCode);
    if (authorization === null) return new DomainError("expired_token");
    if (authorization.status === "denied") return new DomainError("access_denied");
    const { userId, apiKeyId, clientName, scopes } = authorization;
    if (userId === null) {
      await recordPoll(trx, deviceCode);
      return new DomainError(authorization.isTooSoon ? "slow_down" : "authorization_pending");
    }
    const bounds = await boundsOf(trx, userId, { apiKeyId, scopes });
    if (!(await deleteDeviceAuthorization(trx, deviceCode))) return new DomainError("expired_token");
    if (bounds === null) return new DomainError("access_denied");
    const facts = { name: clientName, description: "Created by a device login.", scopes: inOrder(scopes) };
    const origin = { createdByKeyId: apiKeyId, replacesKeyId: null, monthlyCreditLimit: null };
    return addApiKey(trx, { ...facts, ...origin, userId, expiresAt: bounds.expiresAt }, limits);
  });
  if (redeemed instanceof DomainError) throw redeemed;
  return redeemed;
}
