import type { Db } from "#db/schema.ts";
import { deleteSessionsOf } from "#src/domain/sessions/queries.ts";
import { DomainError } from "#src/errors.ts";
import { insertErasure } from "./erasure-queries.ts";
import { findAccount, lockAccount, lockAdmins, updateAccount } from "./queries.ts";

/**
 * Closes an account because its owner or an admin says so: its keys and sessions end at once, and its data is erased by the
 * maintenance process, since that may take minutes. The last admin remains.
 * @throws DomainError `account_not_found` for one that is closed, `last_admin`
 */
export const requestClosing = ({ db }: { readonly db: Db }, userId: string): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const admins = await lockAdmins(trx);
    if (!(await lockAccount(trx, userId))) throw new DomainError("account_not_found");
    if (admins.length === 1 && admins[0] === userId) throw new DomainError("last_admin");
    await updateAccount(trx, userId, { closed_at: new Date() });
    await deleteSessionsOf(trx, userId);
    await insertErasure(trx, userId);
  });

/** The word by which the owner confirms that the account is closed: its e-mail address, or its username or id where it has none. */
async function confirmationOf(db: Db, userId: string): Promise<string> {
  const account = await findAccount(db, userId);
  return account?.email || account?.username || userId;
}

/**
 * Closes the account of its owner, who has confirmed it.
 * @throws DomainError `confirmation_mismatch`, and those of `requestClosing`
 */
export async function closeOwnAccount(
  { db }: { readonly db: Db },
  { userId, confirm }: { readonly userId: string; readonly confirm: string },
): Promise<void> {
  const expected = await confirmationOf(db, userId);
  if (confirm.trim().toLowerCase() !== expected.toLowerCase()) throw new DomainError("confirmation_mismatch");
  await requestClosing({ db }, userId);
}
