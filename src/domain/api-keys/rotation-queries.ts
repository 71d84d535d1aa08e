import { sql } from "kysely";
import type { Db } from "#db/schema.ts";
import { isActive, isReplaced } from "./active-key.ts";
import type { ApiKeyFacts, ApiKeyReference } from "./queries.ts";

type KeptFacts = "name" | "description" | "scopes" | "createdByKeyId" | "monthlyCreditLimit" | "expiresAt";

export interface ReplacedApiKey extends Pick<ApiKeyFacts, KeptFacts> {
  /** The time at which it stops working now. */
  readonly oldExpiresAt: Date;
}

/**
 * Leaves a key so many more days at most, none of them meaning that it is revoked. The account's keys are locked.
 * @returns what it was; null when it does not work any more, or was replaced already
 */
export async function writeGracePeriod(
  db: Db,
  { apiKeyId, userId, graceDays }: Required<ApiKeyReference> & { readonly graceDays: number },
): Promise<ReplacedApiKey | null> {
  const key = await db
    .selectFrom("api_keys")
    .select(["name", "description", "scopes", "created_by_key_id", "monthly_credit_limit", "expires_at"])
    .where("id", "=", apiKeyId)
    .where("user_id", "=", userId)
    .where(isActive)
    .where((eb) => eb.not(isReplaced(eb)))
    .executeTakeFirst();
  if (key === undefined) return null;
  const { old_expires_at: oldExpiresAt } = await db
    .updateTable("api_keys")
    .set({
      expires_at: sql<Date>`least(expires_at, now() + make_interval(hours => ${24 * graceDays}))`,
      ...(graceDays === 0 && { revoked_at: sql<Date>`now()` }),
    })
    .where("id", "=", apiKeyId)
    .returning(sql<Date>`expires_at`.as("old_expires_at"))
    .executeTakeFirstOrThrow();
  return {
    name: key.name,
    description: key.description,
    scopes: key.scopes,
    createdByKeyId: key.created_by_key_id,
    monthlyCreditLimit: key.monthly_credit_limit,
    expiresAt: key.expires_at,
    oldExpiresAt,
  };
}
