import type { ListedAccount } from "#web/api/types.ts";

/** What to call an account, of which any part may be empty. */
export const accountName = ({ name, username, email, closed_at: closedAt }: ListedAccount): string =>
  closedAt === null ? name || username || email || "Unnamed account" : "Closed account";
