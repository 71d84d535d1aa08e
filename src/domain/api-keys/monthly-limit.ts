import { type RawBuilder, sql } from "kysely";
import { prepared } from "#db/prepared.ts";
import type { Db } from "#db/schema.ts";
import { DomainError } from "#src/errors.ts";

/**
 * Reads what a key was charged in the current month (UTC), and what is held for its unfinished requests: read at one moment, since a
 * completed request moves from the one to the other. Without the hold of one request where that is named.
 */
export const creditsThisMonth = (
  { userId, apiKeyId }: { readonly userId: RawBuilder<unknown>; readonly apiKeyId: RawBuilder<unknown> },
  without: string | null = null,
): RawBuilder<number> => sql<number>`(
  (select coalesce(sum(credits), 0) from usage_keys
   where user_id = ${userId} and day >= date_trunc('month', now() at time zone 'utc')::date
     and api_key_id = (${apiKeyId})::text)
  + (select coalesce(sum(from_subscription::bigint + from_permanent), 0) from holds
     where api_key_id = ${apiKeyId} and request_id is distinct from ${without}::uuid))::float8`;

/** Credits that a key is about to use for a request. */
export interface KeyUse {
  readonly userId: string;
  readonly apiKeyId: string;
  readonly requestId: string;
  readonly credits: number;
}

/**
 * Holds a key to its monthly limit, if it has one. The key stays locked until the transaction ends, which sets the credits aside, so
 * that parallel requests never exceed the limit together.
 * @throws DomainError `monthly_limit_exceeded` with what is `required` and `remaining`, and the `monthly_limit`
 */
export async function requireMonthlyLimit(db: Db, use: KeyUse): Promise<void> {
  const { userId, apiKeyId, requestId, credits: required } = use;
  const key = await db
    .selectFrom("api_keys")
    .select("monthly_credit_limit")
    .where("id", "=", apiKeyId)
    .where("monthly_credit_limit", "is not", null)
    .forNoKeyUpdate()
    .withPlugin(prepared("lock-key-limit"))
    .executeTakeFirst();
  const limit = key?.monthly_credit_limit ?? null;
  if (limit === null) return;
  const used = creditsThisMonth({ userId: sql`${userId}::uuid`, apiKeyId: sql`${apiKeyId}::uuid` }, requestId);
  const { rows } = await sql<{ used: number }>`select ${used} as used`.execute(db);
  const remaining = Math.max(0, limit - (rows[0]?.used ?? 0));
  if (required <= remaining) return;
  throw new DomainError("monthly_limit_exceeded", undefined, { required, remaining, monthly_limit: limit });
}
