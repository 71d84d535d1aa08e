import type { ListedAccount } from "#web/api/types.ts";

/** The name of an account whose person is not known any more. */
export const closedAccount = "Closed account";

/** The name of an account for admins, of which any part may be empty. */
export const accountName = ({ name, username, email, closed_at: closedAt }: ListedAccount): string =>
  closedAt === null ? name || username || email || "Unnamed account" : closedAccount;

/** The page of an account. */
export const accountPath = (userId: string): string => `/account/admin/accounts/${userId}`;
