import { z } from "zod";
import { deleteSessionsOf } from "#src/domain/sessions/queries.ts";
import { accountOptions, resolveAccount, hasOneAccountOption, accountOptionError } from "./account-options.ts";
import { adminCommand } from "./command.ts";

/** Access tokens of the identity provider are not ours to end: they last until they expire. */
export const signOut = adminCommand({
  name: "sign-out",
  summary: "Ends all dashboard sessions of an account. Its API keys keep working.",
  options: z.object(accountOptions).refine(hasOneAccountOption, accountOptionError),
  run: async (choice, { db, config }) => {
    const userId = await resolveAccount({ db, config }, choice);
    const count = await deleteSessionsOf(db, userId);
    return { text: `${count} sessions of ${userId} were ended.`, json: { user_id: userId, signed_out: count } };
  },
});
