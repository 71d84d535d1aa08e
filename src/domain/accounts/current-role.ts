import type { Db } from "#db/schema.ts";
import {
  type AdminSettings,
  type AssignedRole,
  isListed,
  isStillAssigned,
  type KnownAddress,
  defaultRole,
} from "./assigned-role.ts";
import { findAccount } from "./queries.ts";

/**
 * The role that an admin has by the present settings: an account removed from ADMIN_EMAILS loses the role at once,
 * with any key or session, also when the row does not say so yet.
 */
export async function currentRole(
  { db }: { readonly db: Db },
  userId: string,
  settings: AdminSettings,
): Promise<AssignedRole["role"]> {
  const account = await findAccount(db, userId);
  return account !== null && account.role === "admin" && isStillAssigned(account, settings) ? "admin" : "user";
}

/**
 * Writes into the rows what the settings say of all admins: who is listed and of unknown source is one by the list from now
 * on, and who is not given the role any more loses it. @returns the ids of those who are admins no longer
 */
export async function applyRoleSettings(
  { db }: { readonly db: Db },
  settings: AdminSettings,
): Promise<readonly string[]> {
  const admins = await db
    .selectFrom("users")
    .select(["id", "email", "email_verified", "role_source"])
    .where("role", "=", "admin")
    .where("role_source", "in", ["default", "email_list", "sandbox"])
    .where("closed_at", "is", null)
    .execute();
  const withdrawn: string[] = [];
  for (const admin of admins) {
    const role = roleBySettings(admin, settings);
    if (role === null) continue;
    const { numUpdatedRows } = await db
      .updateTable("users")
      .set(role)
      .where("id", "=", admin.id)
      // Not what has been decided meanwhile.
      .where("role", "=", "admin")
      .where("role_source", "=", admin.role_source)
      .where("email", "=", admin.email)
      .executeTakeFirst();
    if (numUpdatedRows > 0n && role.role === "user") withdrawn.push(admin.id);
  }
  return withdrawn;
}

/** Returns the role that the settings give; null when that is no change. */
function roleBySettings(
  admin: Pick<AssignedRole, "role_source"> & KnownAddress,
  settings: AdminSettings,
): AssignedRole | null {
  if (!isStillAssigned(admin, settings)) return defaultRole;
  const isClaimed = admin.role_source === "default" && isListed(admin, settings.adminEmails);
  return isClaimed ? { role: "admin", role_source: "email_list" } : null;
}
