import { z } from "zod";
import { findAccount } from "#src/domain/accounts/queries.ts";
import { findAccountByEmail } from "#src/domain/accounts/find-account-by-email.ts";
import type { AdminContext } from "./command.ts";

/** By which a command names an account; exactly one of them is needed. */
export const accountOptions = {
  email: z
    .email({ error: "--email must be an e-mail address" })
    .optional()
    .meta({ placeholder: "<address>", description: "the account with this address" }),
  "user-id": z
    .uuid({ error: "--user-id must be a UUID" })
    .optional()
    .meta({ placeholder: "<uuid>", description: "the account with this id (list-users shows it)" }),
};

export interface AccountOption {
  readonly email?: string | undefined;
  readonly "user-id"?: string | undefined;
}

/** To refine the options with: true when one of the two was given. */
export const hasOneAccountOption = (choice: AccountOption): boolean =>
  (choice.email === undefined) !== (choice["user-id"] === undefined);

export const accountOptionError = "Name the account with either --email or --user-id.";

/**
 * The id of the open account that was named.
 * @throws Error when there is none, or the address does not tell which
 */
export async function resolveAccount({ db, config }: AdminContext, choice: AccountOption): Promise<string> {
  const { email, "user-id": userId } = choice;
  if (userId !== undefined) return openAccount({ db }, userId);
  const found = email === undefined ? null : await findAccountByEmail({ db }, { email, sandbox: config.sandbox });
  if (found === null) throw new Error(`No account has the address ${email}.`);
  return found;
}

/** @throws Error when there is no such account, or it is closed */
export async function openAccount({ db }: Pick<AdminContext, "db">, userId: string): Promise<string> {
  const account = await findAccount(db, userId);
  if (account === null || account.closed_at !== null) throw new Error(`Account ${userId} not found.`);
  return account.id;
}
