import { z } from "zod";
import { userRoles } from "#db/schema.ts";
import { setRole } from "#src/domain/accounts/set-role.ts";
import { accountOptions, resolveAccount, hasOneAccountOption, accountOptionError } from "./account-options.ts";
import { adminCommand } from "./command.ts";

const options = z
  .object({
    ...accountOptions,
    role: z
      .enum(userRoles, { error: "--role must be user or admin" })
      .meta({ placeholder: "<role>", description: "user or admin" }),
  })
  .refine(hasOneAccountOption, accountOptionError);

export const setRoleCommand = adminCommand({
  name: "set-role",
  summary: "Sets the role of an account, from its next request on.",
  options,
  run: async ({ role, ...choice }, { db, config }) => {
    const userId = await resolveAccount({ db, config }, choice);
    if (!(await setRole({ db }, { userId, role }))) throw new Error(`Account ${userId} not found.`);
    return { text: `The role of ${userId} is now ${role}.`, json: { user_id: userId, role } };
  },
});
