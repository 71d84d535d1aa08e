import { sql } from "kysely";
import { prepared } from "#db/prepared.ts";
import type { Db } from "#db/schema.ts";
import { DomainError } from "#src/errors.ts";
import { insertStoredObject, type StoredObject } from "#src/domain/storage/queries.ts";
import { insertObjectRemovals } from "./queries.ts";

/** The seconds that the row of an object may take; after that, its writer is taken for dead. */
const pendingSeconds = 240;

/** Notes an object that is about to be stored, so that it goes again when no row comes to name it. */
export async function addPendingObject(db: Db, key: string): Promise<void> {
  await db.insertInto("pending_objects").values({ key }).withPlugin(prepared("insert-pending-object")).execute();
}

/**
 * Says that a row names the object, in the transaction that writes the row, and counts it for the account of that row.
 * @throws DomainError unavailable when that took too long and the object was given up
 */
export async function claimObject(
  db: Db,
  { key, bytes, userId }: Omit<StoredObject, "userId"> & { readonly userId: string | null },
): Promise<void> {
  const kept = await db.deleteFrom("pending_objects").where("key", "=", key).executeTakeFirst();
  if (kept.numDeletedRows !== 1n) throw new DomainError("unavailable");
  if (userId !== null) await insertStoredObject(db, { key, bytes, userId });
}

/** Lists an object for its removal whose row will not come. */
export const abandonObject = (db: Db, key: string): Promise<readonly string[]> =>
  db.transaction().execute(async (trx) => {
    await trx.deleteFrom("pending_objects").where("key", "=", key).execute();
    return insertObjectRemovals(trx, [key]);
  });

/** Lists all objects for their removal whose rows have not come in time. */
export async function abandonLateObjects(db: Db): Promise<void> {
  await sql`
    with late as (
      delete from pending_objects where created_at < now() - make_interval(secs => ${pendingSeconds}) returning key
    )
    insert into object_removals (key) select key from late on conflict do nothing`.execute(db);
}
