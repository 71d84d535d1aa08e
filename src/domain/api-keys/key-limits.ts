import { sql } from "kysely";
import type { Db } from "#db/schema.ts";
import { DomainError } from "#src/errors.ts";
import { countActiveApiKeys } from "./queries.ts";

/** The most keys that an account may have, and make. */
export interface KeyLimits {
  readonly maxLive: number;
  /** Within 24 hours, those in place of others included; any number when absent. */
  readonly perDay?: number | undefined;
}

/**
 * Holds an account, whose keys are locked, to its limits.
 * @throws DomainError `api_key_limit`; `rate_limited`
 */
export async function requireKeyQuota(db: Db, userId: string, { maxLive, perDay }: KeyLimits): Promise<void> {
  if ((await countActiveApiKeys(db, userId)) >= maxLive) throw new DomainError("api_key_limit");
  const seconds = perDay === undefined ? null : await findSecondsToNextKey(db, userId, perDay);
  if (seconds === null) return;
  const sentence = `The account has made too many API keys within 24 hours. Retry in ${seconds} seconds.`;
  throw new DomainError("rate_limited", sentence, { retry_after: seconds });
}

/** For how many more seconds an account may make no key when it may make so many in 24 hours; null when it may now. */
async function findSecondsToNextKey(db: Db, userId: string, perDay: number): Promise<number | null> {
  const row = await db
    .selectFrom("api_keys")
    .select(sql<number>`ceil(extract(epoch from created_at + interval '24 hours' - now()))::int`.as("seconds"))
    .where("user_id", "=", userId)
    .where("created_at", ">", sql<Date>`now() - interval '24 hours'`)
    .orderBy("created_at", "desc")
    .offset(perDay - 1)
    .limit(1)
    .executeTakeFirst();
  return row?.seconds ?? null;
}
