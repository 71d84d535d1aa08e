import type { Db, userRoles } from "#db/schema.ts";

/**
 * Gives an open account a role because an operator says so, from its next request on: neither the provider nor ADMIN_EMAILS
 * changes it after that. @returns false when there is no such account
 */
export async function setRole(
  { db }: { readonly db: Db },
  { userId, role }: { readonly userId: string; readonly role: (typeof userRoles)[number] },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("users")
    .set({ role, role_source: "operator" })
    .where("id", "=", userId)
    .where("closed_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
