import { DomainError } from "#src/errors.ts";

/** Refuses an account that an admin has blocked. @throws DomainError `account_blocked` */
export function requireUnblocked({ blocked_at: blockedAt }: { readonly blocked_at: Date | null }): void {
  if (blockedAt !== null) throw new DomainError("account_blocked");
}
