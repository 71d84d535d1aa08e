import { z } from "zod";
import { listAccounts, type ListedAccount } from "#src/domain/accounts/list-accounts.ts";
import { adminCommand } from "./command.ts";
import { printable } from "./printable.ts";
import { wholeNumber } from "./whole-number.ts";

const options = z.object({
  email: z
    .string()
    .optional()
    .meta({ placeholder: "<text>", description: "only accounts whose address contains this" }),
  limit: wholeNumber("limit", 1_000)
    .default(20)
    .meta({ placeholder: "<n>", description: "accounts on a page, 1 to 1000 (20)" }),
  page: wholeNumber("page", 1_000_000).default(1).meta({ placeholder: "<n>", description: "which page (1)" }),
});

/** Prints one line for each account. */
export const listUsers = adminCommand({
  name: "list-users",
  summary: "Lists the accounts, newest first.",
  options,
  run: async ({ email, limit, page }, { db }) => {
    const { items, total, totalIsEstimate, hasNext } = await listAccounts({ db }, { email, limit, page });
    const shown = `${items.length} of ${totalIsEstimate ? "about " : ""}${total} accounts, page ${page}.`;
    const json = {
      ...{ items: items.map(presentAccount), total, total_is_estimate: totalIsEstimate },
      ...{ page, limit, has_next: hasNext },
    };
    return { text: [...items.map(lineOf), shown].join("\n"), json };
  },
});

const presentAccount = (account: ListedAccount) => ({
  user_id: account.id,
  email: account.email,
  email_verified: account.email_verified,
  has_identity: account.has_identity,
  name: account.name,
  username: account.username,
  role: account.role,
  role_source: account.role_source,
  created_at: account.created_at.toISOString(),
  closed_at: account.closed_at?.toISOString() ?? null,
});

function lineOf({ id, role, email, created_at: createdAt, ...account }: ListedAccount): string {
  const notes = [
    ...(account.closed_at === null ? [] : ["closed"]),
    ...(account.has_identity && !account.email_verified && account.closed_at === null ? ["address not verified"] : []),
  ];
  const about = notes.length > 0 ? `  (${notes.join(", ")})` : "";
  return `${id}  ${role.padEnd(5)}  ${createdAt.toISOString()}  ${printable(email)}${about}`;
}
