import type { Kysely } from "kysely";
import type { Database, userRoles } from "#db/schema.ts";

/** Gives an open account a role, from its next request on. @returns false when there is no such account */
export async function setRole(
  { db }: { readonly db: Kysely<Database> },
  { userId, role }: { readonly userId: string; readonly role: (typeof userRoles)[number] },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("users")
    .set({ role })
    .where("id", "=", userId)
    .where("closed_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
