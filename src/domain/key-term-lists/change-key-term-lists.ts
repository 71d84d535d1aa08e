import { sql } from "kysely";
import type { Db } from "#db/schema.ts";
import { accountTransaction } from "#src/domain/accounts/account-transaction.ts";
import { keyTermBounds, keyTermListBounds } from "#src/domain/speech/own-words.ts";
import { DomainError } from "#src/errors.ts";
import type { Resources } from "#src/platform/resources.ts";
import { findKeyTermList, type KeyTermList, listColumns, listKeyTermLists } from "./queries.ts";

type Context = Pick<Resources, "db" | "mutex">;

interface NewList {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly terms: readonly string[];
}

/** Keeps a list. @throws DomainError `key_term_list_limit`, `key_term_list_exists` */
export const createKeyTermList = (context: Context, { terms, ...list }: NewList): Promise<KeyTermList> =>
  accountTransaction(context, list.userId, async (trx) => {
    const kept = await listKeyTermLists(trx, list.userId);
    if (kept.length >= keyTermListBounds.lists) throw new DomainError("key_term_list_limit");
    requireFreeName(kept, list);
    const row = { ...{ id: list.id, user_id: list.userId, name: list.name }, terms: JSON.stringify(terms) };
    return trx.insertInto("key_term_lists").values(row).returning(listColumns).executeTakeFirstOrThrow();
  });

interface Change extends Pick<NewList, "id" | "userId"> {
  readonly name: string | undefined;
  readonly terms: readonly string[] | undefined;
}

/** Changes what is given of a list. @throws DomainError `key_term_list_not_found`, `key_term_list_exists` */
export const changeKeyTermList = (context: Context, { id, userId, name, terms }: Change): Promise<KeyTermList> =>
  accountTransaction(context, userId, async (trx) => {
    const kept = await listKeyTermLists(trx, userId);
    if (!kept.some((one) => one.id === id)) throw new DomainError("key_term_list_not_found");
    if (name !== undefined) requireFreeName(kept, { id, name });
    const changed = await trx
      .updateTable("key_term_lists")
      .set({
        ...(name !== undefined && { name }),
        ...(terms !== undefined && { terms: JSON.stringify(terms) }),
        updated_at: sql<Date>`now()`,
      })
      .where("id", "=", id)
      .returning(listColumns)
      .executeTakeFirst();
    // It may have been deleted since it was found.
    if (changed === undefined) throw new DomainError("key_term_list_not_found");
    return changed;
  });

function requireFreeName(kept: readonly KeyTermList[], { id, name }: Pick<NewList, "id" | "name">): void {
  if (kept.some((one) => one.id !== id && one.name === name)) throw new DomainError("key_term_list_exists");
}

/** Deletes a list. @throws DomainError `key_term_list_not_found` */
export async function deleteKeyTermList(db: Db, { id, userId }: Pick<NewList, "id" | "userId">): Promise<void> {
  const own = db.deleteFrom("key_term_lists").where("user_id", "=", userId).where("id", "=", id);
  if ((await own.returning("id").executeTakeFirst()) === undefined) throw new DomainError("key_term_list_not_found");
}

/**
 * The terms of a list behind others.
 * @param which its id or its name
 * @throws DomainError `key_term_list_not_found`; `too_many_key_terms` where they are more than a call may have
 */
export async function withTermsOfList(
  db: Db,
  { userId, which }: { readonly userId: string; readonly which: string },
  others: readonly string[],
): Promise<string[]> {
  const found = await findKeyTermList(db, { userId, which });
  if (found === null) throw new DomainError("key_term_list_not_found");
  const terms = [...new Set([...others, ...found.terms])];
  if (terms.length > keyTermBounds.terms) throw new DomainError("too_many_key_terms");
  return terms;
}
