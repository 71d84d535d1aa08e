import type { Db } from "#db/schema.ts";
import { type KeyCreator, lockForCreator } from "#src/domain/api-keys/key-creator.ts";
import { requireScopes } from "#src/domain/api-keys/key-scopes.ts";
import { DomainError } from "#src/errors.ts";
import { normalizeUserCode } from "./codes.ts";
import { type DeviceAuthorization, decideDeviceAuthorization, findDeviceAuthorization } from "./queries.ts";

/** @throws DomainError `user_code_not_found` */
export async function getDeviceAuthorization(
  { db }: { readonly db: Db },
  typedCode: string,
): Promise<DeviceAuthorization> {
  const found = await findDeviceAuthorization(db, normalizeUserCode(typedCode));
  if (found === null) throw new DomainError("user_code_not_found");
  return found;
}

/** @throws DomainError `user_code_not_found`; `invalid_transition` for what was decided before */
async function decide(db: Db, decision: Parameters<typeof decideDeviceAuthorization>[1]): Promise<DeviceAuthorization> {
  const decided = await decideDeviceAuthorization(db, decision);
  if (decided !== null) return decided;
  throw new DomainError(
    (await findDeviceAuthorization(db, decision.userCode)) === null ? "user_code_not_found" : "invalid_transition",
  );
}

/**
 * Lets the program that waits with this code fetch a key of the account.
 * @throws DomainError `user_code_not_found`; `invalid_transition`; `insufficient_scope`, `forbidden` and `invalid_api_key` for a key that
 *   could not create this one itself
 */
export async function approveDeviceAuthorization(
  { db }: { readonly db: Db },
  { typedCode, userId, creator }: { readonly typedCode: string; readonly userId: string; readonly creator: KeyCreator },
): Promise<DeviceAuthorization> {
  const { userCode, scopes } = await getDeviceAuthorization({ db }, typedCode);
  requireScopes(creator.scopes, scopes);
  return db.transaction().execute(async (trx) => {
    await lockForCreator(trx, userId, creator);
    return decide(trx, { userCode, approvedBy: { userId, apiKeyId: creator.apiKeyId } });
  });
}

/** @throws DomainError `user_code_not_found`; `invalid_transition` */
export const denyDeviceAuthorization = ({ db }: { readonly db: Db }, typedCode: string): Promise<DeviceAuthorization> =>
  decide(db, { userCode: normalizeUserCode(typedCode), approvedBy: null });
