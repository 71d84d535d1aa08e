import { type ExpressionBuilder, sql } from "kysely";
import type { Database, Db } from "#db/schema.ts";
import { mayAct } from "#src/domain/accounts/require-unblocked.ts";

/** A key works until it is revoked, or until the grace period ends that it was left when it was replaced. */
export const isActive = (eb: ExpressionBuilder<Database, "api_keys">) =>
  eb.and([
    eb("api_keys.revoked_at", "is", null),
    eb.or([eb("api_keys.expires_at", "is", null), eb("api_keys.expires_at", ">", sql<Date>`now()`)]),
  ]);

/** Whether a key works still, of an account that may act. */
export async function isKeyActive(db: Db, id: string): Promise<boolean> {
  const found = db
    .selectFrom("api_keys")
    .innerJoin("users", "users.id", "api_keys.user_id")
    .select("api_keys.id")
    .where("api_keys.id", "=", id)
    .where(isActive)
    .where(mayAct);
  return (await found.executeTakeFirst()) !== undefined;
}

/** A key is replaced once another one was made in its place; it may work on in its grace period. */
export const isReplaced = (eb: ExpressionBuilder<Database, "api_keys">) =>
  eb.exists(
    eb
      .selectFrom("api_keys as successor")
      .select("successor.id")
      .whereRef("successor.replaces_key_id", "=", "api_keys.id"),
  );
