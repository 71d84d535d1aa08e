import type { ExpressionBuilder } from "kysely";
import type { Database } from "#db/schema.ts";
import { DomainError } from "#src/errors.ts";

/** Refuses an account that an admin has blocked. @throws DomainError `account_blocked` */
export function requireUnblocked({ blocked_at: blockedAt }: { readonly blocked_at: Date | null }): void {
  if (blockedAt !== null) throw new DomainError("account_blocked");
}

/** Whether a row of `users` is of an open account that is not blocked. */
export const mayAct = (eb: ExpressionBuilder<Database, "users">) =>
  eb.and([eb("users.closed_at", "is", null), eb("users.blocked_at", "is", null)]);
