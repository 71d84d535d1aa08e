import { type ExpressionBuilder, sql } from "kysely";
import type { Database } from "#db/schema.ts";

/** A key works until it is revoked, or until the grace period ends that it was left when it was replaced. */
export const isActive = (eb: ExpressionBuilder<Database, "api_keys">) =>
  eb.and([
    eb("api_keys.revoked_at", "is", null),
    eb.or([eb("api_keys.expires_at", "is", null), eb("api_keys.expires_at", ">", sql<Date>`now()`)]),
  ]);
