import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import { DomainError } from "#src/errors.ts";
import { apiKeyDigest, apiKeyHint, newApiKey } from "./key-format.ts";
import { countLiveApiKeys, insertApiKey, lockKeysOf } from "./queries.ts";

export interface CreatedApiKey {
  readonly apiKeyId: string;
  readonly name: string;
  readonly description: string;
  /** The secret itself; this is the only time it is seen. */
  readonly key: string;
  readonly createdAt: Date;
}

export interface ApiKeyInput {
  readonly userId: string;
  readonly name: string;
  readonly description: string;
  /** How many live keys the account may have. */
  readonly maxLive: number;
}

/** @throws DomainError `api_key_limit`; `invalid_api_key` when the account was closed in the meantime */
export function createApiKey({ db }: { readonly db: Kysely<Database> }, input: ApiKeyInput): Promise<CreatedApiKey> {
  return db.transaction().execute(async (trx) => {
    if (!(await lockKeysOf(trx, input.userId))) throw new DomainError("invalid_api_key");
    return addApiKey(trx, input);
  });
}

/** Makes a key in a transaction that holds the lock of the account's keys. @throws DomainError `api_key_limit` */
export async function addApiKey(db: Kysely<Database>, input: ApiKeyInput): Promise<CreatedApiKey> {
  const { userId, name, description, maxLive } = input;
  if ((await countLiveApiKeys(db, userId)) >= maxLive) throw new DomainError("api_key_limit");
  const key = newApiKey();
  const apiKeyId = randomUUID();
  const secret = { digest: apiKeyDigest(key), hint: apiKeyHint(key) };
  const createdAt = await insertApiKey(db, { id: apiKeyId, userId, name, description, ...secret });
  return { apiKeyId, name, description, key, createdAt };
}
