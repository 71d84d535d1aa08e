import { sql } from "kysely";
import type { Db } from "#db/schema.ts";

const batch = 500;

/**
 * Lists objects for their removal, in the transaction after which nothing needs them any more; null is skipped.
 * @returns the keys that were listed
 */
export async function insertObjectRemovals(
  db: Db,
  candidates: readonly (string | null | undefined)[],
): Promise<readonly string[]> {
  const keys = candidates.filter((key) => typeof key === "string");
  if (keys.length === 0) return keys;
  await db
    .insertInto("object_removals")
    .values(keys.map((key) => ({ key })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return keys;
}

/** The objects that have waited longest for their removal. */
export async function findObjectRemovals(db: Db): Promise<readonly string[]> {
  const rows = await db.selectFrom("object_removals").select("key").orderBy("created_at").limit(batch).execute();
  return rows.map(({ key }) => key);
}

/** Moves these behind all others. */
export async function postponeObjectRemovals(db: Db, keys: readonly string[]): Promise<void> {
  await db
    .updateTable("object_removals")
    .set({ created_at: sql<Date>`now()` })
    .where("key", "=", sql<string>`any(${keys}::text[])`)
    .execute();
}

export async function deleteObjectRemovals(db: Db, keys: readonly string[]): Promise<void> {
  await db
    .deleteFrom("object_removals")
    .where("key", "=", sql<string>`any(${keys}::text[])`)
    .execute();
}
