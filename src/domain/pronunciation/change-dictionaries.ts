import { sql } from "kysely";
import type { Db } from "#db/schema.ts";
import { accountTransaction } from "#src/domain/accounts/account-transaction.ts";
import { DomainError } from "#src/errors.ts";
import type { Resources } from "#src/platform/resources.ts";
import { dictionaryBounds, type DictionaryEntry } from "./entries.ts";
import { dictionaryColumns, listDictionaries, type PronunciationDictionary } from "./queries.ts";

type Context = Pick<Resources, "db" | "mutex">;

interface NewDictionary {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly description?: string;
  /** Whether every synthesis of the account uses it, rather than those that name it. */
  readonly always: boolean;
  readonly entries: readonly DictionaryEntry[];
}

/** Keeps a dictionary. @throws DomainError `pronunciation_limit` */
export const createDictionary = (context: Context, made: NewDictionary): Promise<PronunciationDictionary> =>
  accountTransaction(context, made.userId, async (trx) => {
    const kept = await listDictionaries(trx, made.userId);
    requireRoom([...kept, made]);
    const { id, userId, name, description = "", always, entries } = made;
    const row = { id, user_id: userId, name, description, always, entries: JSON.stringify(entries) };
    const insert = trx.insertInto("pronunciation_dictionaries").values(row);
    return insert.returning(dictionaryColumns).executeTakeFirstOrThrow();
  });

interface Change extends Pick<NewDictionary, "id" | "userId"> {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly always?: boolean | undefined;
  /** Makes the new entries of those that there are. */
  readonly entriesOf?: (entries: readonly DictionaryEntry[]) => readonly DictionaryEntry[];
}

/** Changes what is given of a dictionary. @throws DomainError `pronunciation_dictionary_not_found`, `pronunciation_limit` */
export const changeDictionary = (
  context: Context,
  { id, userId, name, description, always, entriesOf = (entries) => entries }: Change,
): Promise<PronunciationDictionary> =>
  accountTransaction(context, userId, async (trx) => {
    const kept = await listDictionaries(trx, userId);
    const entries = entriesOf(kept.find((one) => one.id === id)?.entries ?? []);
    requireRoom(kept.map((one) => (one.id === id ? { entries } : one)));
    const changed = await trx
      .updateTable("pronunciation_dictionaries")
      .set({
        ...(name !== undefined && { name }),
        ...(description !== undefined && { description }),
        ...(always !== undefined && { always }),
        entries: JSON.stringify(entries),
        updated_at: sql<Date>`now()`,
      })
      .where("user_id", "=", userId)
      .where("id", "=", id)
      .returning(dictionaryColumns)
      .executeTakeFirst();
    if (changed === undefined) throw new DomainError("pronunciation_dictionary_not_found");
    return changed;
  });

function requireRoom(dictionaries: readonly Pick<NewDictionary, "entries">[]): void {
  const entries = dictionaries.reduce((sum, one) => sum + one.entries.length, 0);
  if (dictionaries.length > dictionaryBounds.dictionaries || entries > dictionaryBounds.entries)
    throw new DomainError("pronunciation_limit");
}

/** Deletes a dictionary. @throws DomainError `pronunciation_dictionary_not_found` */
export async function deleteDictionary(db: Db, { id, userId }: Pick<NewDictionary, "id" | "userId">): Promise<void> {
  const own = db.deleteFrom("pronunciation_dictionaries").where("user_id", "=", userId).where("id", "=", id);
  if ((await own.returning("id").executeTakeFirst()) === undefined)
    throw new DomainError("pronunciation_dictionary_not_found");
}
