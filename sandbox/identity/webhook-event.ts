import type { Transaction } from "#sandbox/database.ts";
import { type Account, isOwner } from "./account.ts";

export type AccountEvent = "user.created" | "user.updated" | "user.deleted";

/** Queues the event that tells the API of a change, in the transaction that makes the change. */
export async function queueWebhook(transaction: Transaction, event: AccountEvent, account: Account): Promise<void> {
  const body = JSON.stringify({
    type: event,
    timestamp: Date.now(),
    data: event === "user.deleted" ? { id: account.id, deleted: true } : userObject(account),
  });
  await transaction.query("insert into sandbox_identity.webhooks (account_id, body) values ($1, $2)", [
    account.id,
    body,
  ]);
}

/**
 * A person in the format of Clerk's user webhooks (https://clerk.com/docs/webhooks/overview): addresses are a list
 * with one primary, times are milliseconds since 1970.
 */
function userObject({ id, email, name, username, created_at, updated_at }: Account) {
  const emailId = `idn_${id}`;
  return {
    id,
    object: "user",
    email_addresses: [
      { id: emailId, email_address: email, verification: { status: isOwner(id) ? "verified" : "unverified" } },
    ],
    primary_email_address_id: emailId,
    first_name: name,
    last_name: null,
    username,
    public_metadata: {},
    created_at: created_at.getTime(),
    updated_at: updated_at.getTime(),
  };
}
