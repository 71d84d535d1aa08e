import { type Selectable, sql } from "kysely";
import type { Database, Db } from "#db/schema.ts";

export type KeyTermList = Selectable<Database["key_term_lists"]>;

/** The columns of a list. */
export const listColumns = ["id", "user_id", "name", "terms", "created_at", "updated_at"] as const;

/** Lists of an account, by name. */
export const listKeyTermLists = (db: Db, userId: string): Promise<KeyTermList[]> =>
  db.selectFrom("key_term_lists").select(listColumns).where("user_id", "=", userId).orderBy("name").execute();

/** A list of an account. @param which its id or its name, of which the id comes first */
export async function findKeyTermList(
  db: Db,
  { userId, which }: { readonly userId: string; readonly which: string },
): Promise<KeyTermList | null> {
  const own = db.selectFrom("key_term_lists").select(listColumns).where("user_id", "=", userId);
  const found = own.where((eb) => eb.or([eb(sql<string>`id::text`, "=", which.toLowerCase()), eb("name", "=", which)]));
  const rows = await found.execute();
  return rows.find(({ id }) => id === which.toLowerCase()) ?? rows[0] ?? null;
}
