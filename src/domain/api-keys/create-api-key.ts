import { randomUUID } from "node:crypto";
import type { ApiKeyScope, Db } from "#db/schema.ts";
import { secretDigest, apiKeyHint, newApiKey } from "./key-format.ts";
import { type KeyLimits, requireKeyQuota } from "./key-limits.ts";
import { type KeyCreator, lockForCreator } from "./key-creator.ts";
import { inOrder, requireScopes, withoutAdmin } from "./key-scopes.ts";
import { type ApiKeyFacts, insertApiKey } from "./queries.ts";

export interface CreatedApiKey extends Omit<ApiKeyFacts, "userId" | "replacesKeyId"> {
  readonly apiKeyId: string;
  /** The secret itself; this is the only time it is seen. */
  readonly key: string;
  readonly createdAt: Date;
}

export interface ApiKeyInput extends KeyLimits {
  readonly userId: string;
  readonly name: string;
  readonly description: string;
  readonly creator: KeyCreator;
  /** Those of the creator without `admin`, when absent. */
  readonly scopes?: readonly ApiKeyScope[] | undefined;
  /** The credits that it may use in a month; no limit of its own when null or absent. */
  readonly monthlyCreditLimit?: number | null | undefined;
  /** For how many days it works; without an end when null or absent. */
  readonly expiresInDays?: number | null | undefined;
}

const dayMs = 24 * 3_600_000;

/** The earlier of two ends; null stands for none. */
const earlierEnd = (one: Date | null, other: Date | null): Date | null =>
  one === null || (other !== null && other < one) ? other : one;

/**
 * Makes a key that ends with its creator's at the latest.
 * @throws DomainError `insufficient_scope` for a scope that the creator does not have; `api_key_limit`; `rate_limited`;
 *   `forbidden` for a creator with a monthly limit or one that was replaced; `invalid_api_key` when the account was closed, or the creator's key revoked, in the meantime
 */
export function createApiKey({ db }: { readonly db: Db }, input: ApiKeyInput): Promise<CreatedApiKey> {
  const { userId, name, description, creator, scopes = withoutAdmin(creator.scopes), ...limits } = input;
  const { monthlyCreditLimit = null, expiresInDays = null } = input;
  requireScopes(creator.scopes, scopes);
  const wanted = expiresInDays === null ? null : new Date(Date.now() + expiresInDays * dayMs);
  const kept = { name, description, scopes: inOrder(scopes), monthlyCreditLimit };
  const facts = { ...kept, userId, createdByKeyId: creator.apiKeyId };
  return db.transaction().execute(async (trx) => {
    const bounds = await lockForCreator(trx, userId, creator);
    return addApiKey(trx, { ...facts, expiresAt: earlierEnd(wanted, bounds.expiresAt), replacesKeyId: null }, limits);
  });
}

/**
 * Makes a key in a transaction that holds the lock of the account's keys.
 * @throws DomainError `api_key_limit`; `rate_limited`
 */
export async function addApiKey(db: Db, facts: ApiKeyFacts, limits: KeyLimits): Promise<CreatedApiKey> {
  await requireKeyQuota(db, facts.userId, limits);
  const key = newApiKey();
  const apiKeyId = randomUUID();
  const secret = { digest: secretDigest(key), hint: apiKeyHint(key) };
  const createdAt = await insertApiKey(db, { ...facts, ...secret, id: apiKeyId });
  return { ...facts, apiKeyId, key, createdAt };
}
