import type { Db } from "#db/schema.ts";
import { DomainError } from "#src/errors.ts";
import { type KeyCreator, lockForCreator } from "./key-creator.ts";
import { type ApiKey, type ApiKeyReference, findApiKey, writeMonthlyLimit } from "./queries.ts";

/** What is to hold of a key from now on. */
export interface KeyChange extends Required<ApiKeyReference> {
  /** Who changes it. */
  readonly creator: KeyCreator;
  /** Null for none. */
  readonly monthlyCreditLimit: number | null;
}

/**
 * Sets or removes the monthly limit of a key; a lower one holds for what is still to be accepted.
 * @throws DomainError `api_key_not_found`; `forbidden` for a key with a limit of its own; `invalid_api_key` when the
 *   account was closed, or the caller's key revoked, in the meantime
 */
export function changeApiKey(
  { db }: { readonly db: Db },
  { creator, monthlyCreditLimit, ...reference }: KeyChange,
): Promise<ApiKey> {
  return db.transaction().execute(async (trx) => {
    await lockForCreator(trx, reference.userId, creator);
    await writeMonthlyLimit(trx, reference.apiKeyId, { userId: reference.userId, monthlyCreditLimit });
    const changed = await findApiKey(trx, reference);
    if (changed === null) throw new DomainError("api_key_not_found");
    return changed;
  });
}
