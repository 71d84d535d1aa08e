import type { Db } from "#db/schema.ts";
import { DomainError } from "#src/errors.ts";
import { type KeyCreator, lockForRightsOver } from "./key-creator.ts";
import { type ApiKey, type ApiKeyReference, findApiKey, writeMonthlyLimit } from "./queries.ts";

/** The new values of a key. */
export interface KeyChange extends Required<ApiKeyReference> {
  /** Who changes it. */
  readonly creator: KeyCreator;
  /** Null for none. */
  readonly monthlyCreditLimit: number | null;
}

/**
 * Sets or removes the monthly limit of a key; a lower one holds for what is still to be accepted.
 * @throws DomainError `api_key_not_found`; `insufficient_scope`, `forbidden` and `invalid_api_key` for a caller without rights over the key
 */
export function changeApiKey(
  { db }: { readonly db: Db },
  { creator, monthlyCreditLimit, ...reference }: KeyChange,
): Promise<ApiKey> {
  return db.transaction().execute(async (trx) => {
    await lockForRightsOver(trx, creator, reference);
    await writeMonthlyLimit(trx, reference.apiKeyId, { userId: reference.userId, monthlyCreditLimit });
    const changed = await findApiKey(trx, reference);
    if (changed === null) throw new DomainError("api_key_not_found");
    return changed;
  });
}
