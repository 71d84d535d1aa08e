import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import { type AdminSettings, type GivenRole, isStillGiven, ordinaryRole } from "./given-role.ts";
import { findAccount } from "./queries.ts";

/**
 * The role that an admin has by the present settings: who was struck off ADMIN_EMAILS is an ordinary account at once,
 * with any key or session, also when the row does not say so yet.
 */
export async function currentRole(
  { db }: { readonly db: Kysely<Database> },
  userId: string,
  settings: AdminSettings,
): Promise<GivenRole["role"]> {
  const account = await findAccount(db, userId);
  return account !== null && account.role === "admin" && isStillGiven(account, settings) ? "admin" : "user";
}

/** Writes into the rows what `currentRole` says of all admins. @returns the ids of those who are admins no longer */
export async function withdrawRoles(
  { db }: { readonly db: Kysely<Database> },
  settings: AdminSettings,
): Promise<readonly string[]> {
  const admins = await db
    .selectFrom("users")
    .select(["id", "email", "email_verified", "role_source"])
    .where("role", "=", "admin")
    .where("role_source", "in", ["email_list", "sandbox"])
    .execute();
  const withdrawn: string[] = [];
  for (const { id, email, email_verified, role_source } of admins) {
    if (isStillGiven({ email, email_verified, role_source }, settings)) continue;
    const { numUpdatedRows } = await db
      .updateTable("users")
      .set(ordinaryRole)
      .where("id", "=", id)
      // Not what has been decided meanwhile.
      .where("role_source", "=", role_source)
      .where("email", "=", email)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) withdrawn.push(id);
  }
  return withdrawn;
}
