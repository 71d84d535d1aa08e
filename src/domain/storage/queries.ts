import { sql } from "kysely";
import { prepared } from "#db/prepared.ts";
import type { Db } from "#db/schema.ts";

/** An object that a row of an account names. */
export interface StoredObject {
  readonly key: string;
  readonly userId: string;
  readonly bytes: number;
}

/** Counts an object for its account, until it is listed for removal. */
export async function insertStoredObject(db: Db, { key, userId, bytes }: StoredObject): Promise<void> {
  await db
    .insertInto("stored_objects")
    .values({ key, user_id: userId, bytes })
    .withPlugin(prepared("insert-stored-object"))
    .execute();
}

/** Finds the number of bytes that are stored for an account. */
export async function findStoredBytes(db: Db, userId: string): Promise<number> {
  const row = await db
    .selectFrom("storage_totals")
    .select(sql<number>`bytes::float8`.as("bytes"))
    .where("user_id", "=", userId)
    .withPlugin(prepared("find-stored-bytes"))
    .executeTakeFirst();
  return row?.bytes ?? 0;
}

/** Forgets the sum of an account whose objects are all listed for removal. */
export async function deleteStorageTotal(db: Db, userId: string): Promise<void> {
  await db.deleteFrom("storage_totals").where("user_id", "=", userId).execute();
}
