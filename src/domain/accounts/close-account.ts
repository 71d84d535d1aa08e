import { randomUUID } from "node:crypto";
import type { Db } from "#db/schema.ts";
import { eraseWebhookPayloads, findWebhookPayloads } from "#src/domain/webhook-events/queries.ts";
import type { IdentityEventReader } from "#src/providers/identity/identity-event.ts";
import { defaultRole } from "./assigned-role.ts";
import { eraseAccount, eraseContactSubmissions } from "./erase-account.ts";
import { deleteErasure } from "./erasure-queries.ts";
import {
  type AccountRow,
  findAccount,
  findIdentityName,
  type IdentityName,
  insertAccount,
  lockAccount,
  lockIdentity,
  updateAccount,
} from "./queries.ts";

/** A tombstone: that there was an account, and nothing of the person. */
const tombstone = {
  email: "",
  email_verified: false,
  name: "",
  username: "",
  ...defaultRole,
  identity_updated_at: null,
  blocked_at: null,
} as const;

/** The database in which accounts are closed, and the function that reads the stored events about them. */
interface Closing {
  readonly db: Db;
  readonly readEvent: IdentityEventReader;
}

/**
 * Closes the account of an identity permanently and erases what it holds, in the caller's transaction; an identity that
 * was never seen gets its tombstone, so that a late notification does not revive it. Closing again erases again.
 * The objects are listed for their removal, which comes after the commit.
 */
export async function closeAccount({ db, readEvent }: Closing, { issuer, subject }: IdentityName): Promise<void> {
  const found = await lockIdentity(db, { issuer, subject });
  await eraseTickets({ db, readEvent }, subject);
  await eraseWebhookPayloads(db, { provider: "identity", subject });
  if (found === null) {
    const identity = { oidc_issuer: issuer, oidc_subject: subject };
    return insertAccount(db, { id: randomUUID(), ...identity, ...tombstone, closed_at: new Date() });
  }
  await eraseFound(db, found);
}

/** Erases what an account holds that is locked, and leaves its tombstone. */
async function eraseFound(db: Db, { id, email, email_verified: isVerified, closed_at: closedAt }: AccountRow) {
  if (isVerified && email !== "") await eraseContactSubmissions(db, email);
  await eraseAccount(db, id);
  await updateAccount(db, id, { ...tombstone, closed_at: closedAt ?? new Date() });
  await deleteErasure(db, id);
}

/** Erases a closed account by its id, as `closeAccount` does, in the caller's transaction. */
export async function eraseClosedAccount({ db, readEvent }: Closing, userId: string): Promise<void> {
  const name = await findIdentityName(db, userId);
  if (name !== null) return closeAccount({ db, readEvent }, name);
  await lockAccount(db, userId);
  const account = await findAccount(db, userId);
  if (account !== null) await eraseFound(db, account);
}

/**
 * Erases the tickets of every address that an event has named as verified, in whichever order the events came. An address
 * that is not verified may be a stranger's, whose tickets they then are.
 */
async function eraseTickets({ db, readEvent }: Closing, subject: string): Promise<void> {
  for (const stored of await findWebhookPayloads(db, { provider: "identity", subject })) {
    const event = readEvent(stored);
    if (event === null || typeof event === "string" || event.person === null) continue;
    const { email, emailVerified } = event.person;
    if (email !== null && emailVerified) await eraseContactSubmissions(db, email);
  }
}
