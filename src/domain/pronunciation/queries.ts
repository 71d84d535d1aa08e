import type { Selectable } from "kysely";
import type { Database, Db } from "#db/schema.ts";
import { DomainError } from "#src/errors.ts";

export type PronunciationDictionary = Selectable<Database["pronunciation_dictionaries"]>;

/** The columns of a dictionary. */
export const dictionaryColumns = [
  ...(["id", "user_id", "name", "description", "always", "entries"] as const),
  ...(["created_at", "updated_at"] as const),
] as const;

const ownDictionaries = (db: Db, userId: string) =>
  db.selectFrom("pronunciation_dictionaries").select(dictionaryColumns).where("user_id", "=", userId);

/** Dictionaries of an account, the newest first. */
export const listDictionaries = (db: Db, userId: string): Promise<PronunciationDictionary[]> =>
  ownDictionaries(db, userId).orderBy("created_at", "desc").orderBy("id").execute();

/** A dictionary of an account. @throws DomainError `pronunciation_dictionary_not_found` */
export async function requireDictionary(
  db: Db,
  { id, userId }: { readonly id: string; readonly userId: string },
): Promise<PronunciationDictionary> {
  const found = await ownDictionaries(db, userId).where("id", "=", id).executeTakeFirst();
  if (found === undefined) throw new DomainError("pronunciation_dictionary_not_found");
  return found;
}

export interface ChosenDictionaries {
  /** Whether those that every synthesis uses are used. */
  readonly isUsual: boolean;
  /** Others by their ids or names, which come first. */
  readonly named: readonly string[];
}

/** The dictionaries that a synthesis uses, in their order. @throws DomainError `pronunciation_dictionary_not_found` */
export async function listUsedDictionaries(
  db: Db,
  userId: string,
  { isUsual, named }: ChosenDictionaries,
): Promise<readonly PronunciationDictionary[]> {
  if (!isUsual && named.length === 0) return [];
  const all = named.length === 0 ? ownDictionaries(db, userId).where("always", "=", true) : ownDictionaries(db, userId);
  const kept = await all.orderBy("created_at", "desc").orderBy("id").execute();
  const chosen = named.map((which) => {
    const found = kept.find(({ id }) => id === which.toLowerCase()) ?? kept.find(({ name }) => name === which);
    if (found === undefined) throw new DomainError("pronunciation_dictionary_not_found");
    return found;
  });
  return [...new Set([...chosen, ...(isUsual ? kept.filter(({ always }) => always) : [])])];
}
