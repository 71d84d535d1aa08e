import type { Db } from "#db/schema.ts";
import { DomainError } from "#src/errors.ts";
import { insertNote } from "./note-queries.ts";
import { findAccount, lockAccount, updateAccount } from "./queries.ts";
import { requestClosing } from "./request-closing.ts";

/** An account, and the admin who does something about it in the call with this id. */
export interface Supervision {
  readonly requestId: string;
  readonly adminId: string;
  readonly userId: string;
}

/** Writes a note about an open account. @throws DomainError `account_not_found` */
export const addNote = (
  { db }: { readonly db: Db },
  { requestId: id, adminId: authorId, userId }: Supervision,
  text: string,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    if (!(await lockAccount(trx, userId))) throw new DomainError("account_not_found");
    await insertNote(trx, { id, authorId, userId, kind: "note", text });
  });

/**
 * Blocks an account, whose keys and sessions are refused from their next call on, or lets it act again; a note keeps who did it and why.
 * Work under way ends as if nothing had happened. One that is blocked already stays as it is.
 * @throws DomainError `account_not_found`, `own_account`
 */
export const setBlocked = (
  { db }: { readonly db: Db },
  { requestId: id, adminId: authorId, userId }: Supervision,
  { isBlocked, reason }: { readonly isBlocked: boolean; readonly reason: string },
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    if (userId === authorId) throw new DomainError("own_account");
    if (!(await lockAccount(trx, userId))) throw new DomainError("account_not_found");
    const wasBlocked = (await findAccount(trx, userId))?.blocked_at !== null;
    if (wasBlocked === isBlocked) return;
    await updateAccount(trx, userId, { blocked_at: isBlocked ? new Date() : null });
    await insertNote(trx, { id, authorId, userId, kind: isBlocked ? "blocked" : "unblocked", text: reason });
  });

/** Closes the account of another person. @throws DomainError `account_not_found`, `own_account`, `last_admin` */
export async function closeOtherAccount(
  { db }: { readonly db: Db },
  { adminId, userId }: Pick<Supervision, "adminId" | "userId">,
): Promise<void> {
  if (userId === adminId) throw new DomainError("own_account");
  await requestClosing({ db }, userId);
}
