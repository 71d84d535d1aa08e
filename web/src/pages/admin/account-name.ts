import type { ListedAccount } from "#web/api/types.ts";
import { t } from "#web/messages/translate.ts";

/** The name of an account whose person is not known any more. */
export const closedAccount = t("Closed account");

/** The name of an account for admins, of which any part may be empty. */
export const accountName = ({ name, username, email, closed_at: closedAt }: ListedAccount): string =>
  closedAt === null ? name || username || email || t("Unnamed account") : closedAccount;

/** The words for what an account is to admins, as its badge has them. */
export const standings = { user: t("user"), admin: t("admin"), blocked: t("blocked"), closed: t("closed") } as const;

export const standingOf = ({
  closed_at: closedAt,
  blocked_at: blockedAt,
  role,
}: ListedAccount): keyof typeof standings => {
  if (closedAt !== null) return "closed";
  return blockedAt === null ? role : "blocked";
};

/** The page of an account. */
export const accountPath = (userId: string): string => `/account/admin/accounts/${userId}`;
