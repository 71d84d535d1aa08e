import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import { DomainError } from "#src/errors.ts";
import { apiKeyDigest, apiKeyHint, newApiKey } from "./key-format.ts";
import { countLiveApiKeys, insertApiKey } from "./queries.ts";

export interface CreatedApiKey {
  readonly apiKeyId: string;
  readonly name: string;
  readonly description: string;
  /** The secret itself; this is the only time it is seen. */
  readonly key: string;
  readonly createdAt: Date;
}

/** @throws DomainError `api_key_limit` */
export function createApiKey(
  { db }: { readonly db: Kysely<Database> },
  input: { readonly userId: string; readonly name: string; readonly description: string; readonly maxLive: number },
): Promise<CreatedApiKey> {
  return db.transaction().execute(async (trx) => {
    if ((await countLiveApiKeys(trx, input.userId)) >= input.maxLive) throw new DomainError("api_key_limit");
    const key = newApiKey();
    const apiKeyId = randomUUID();
    const { userId, name, description } = input;
    const secret = { digest: apiKeyDigest(key), hint: apiKeyHint(key) };
    const createdAt = await insertApiKey(trx, { id: apiKeyId, userId, name, description, ...secret });
    return { apiKeyId, name, description, key, createdAt };
  });
}
