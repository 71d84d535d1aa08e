import type { Db, userRoles } from "#db/schema.ts";
import { DomainError } from "#src/errors.ts";
import { lockAdmins } from "./queries.ts";
import { setRole } from "./set-role.ts";

/**
 * Gives an account a role because an admin says so. No admin removes their own role, and of admins who remove it
 * from each other at the same moment one remains: so there is always one.
 * @throws DomainError `account_not_found`, `own_role`, `forbidden` when the caller is no longer an admin
 */
export const changeRole = (
  { db }: { readonly db: Db },
  { adminId, userId, role }: { readonly adminId: string; readonly userId: string; readonly role: Role },
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const admins = await lockAdmins(trx);
    if (!admins.includes(adminId)) throw new DomainError("forbidden");
    if (userId === adminId) {
      if (role !== "admin") throw new DomainError("own_role");
      // It is one already. That this comes from an operator is for another admin to say.
      return;
    }
    if (!(await setRole({ db: trx }, { userId, role }))) throw new DomainError("account_not_found");
  });

type Role = (typeof userRoles)[number];
