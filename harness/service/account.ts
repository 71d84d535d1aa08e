import { randomUUID } from "node:crypto";
import { creditPools } from "#db/billing-schema.ts";
import { ensureAccount } from "#src/domain/accounts/ensure-account.ts";
import { type ApiKeyScope, apiKeyScopes } from "#db/schema.ts";
import { createApiKey } from "#src/domain/api-keys/create-api-key.ts";
import { operator } from "#src/domain/api-keys/key-creator.ts";
import { correctCredits } from "#src/domain/credits/correct-credits.ts";
import type { Resources } from "#src/platform/resources.ts";

/** An account and one of its keys. */
export interface TestAccount {
  readonly userId: string;
  readonly key: string;
}

/** A new account with a key and so many credits of each pool on top of the free ones. */
export async function newAccount(resources: Resources, extraCredits: number): Promise<TestAccount> {
  const { db } = resources;
  const userId = await ensureAccount({ db }, { email: `${randomUUID()}@example.com`, admin: false });
  const key = await newKey(resources, userId);
  for (const pool of extraCredits === 0 ? [] : creditPools) {
    await correctCredits({ db }, { userId, pool, credits: extraCredits, reason: "test" });
  }
  return { userId, key };
}

/** One more key of an account, with all scopes unless it is to have others. */
export async function newKey(
  { db }: Pick<Resources, "db">,
  userId: string,
  scopes: readonly ApiKeyScope[] = apiKeyScopes,
): Promise<string> {
  const facts = { userId, name: "test", description: "", creator: operator, scopes, maxLive: 1_000 };
  return (await createApiKey({ db }, facts)).key;
}
