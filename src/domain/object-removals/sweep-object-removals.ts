import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import type { ObjectStore } from "#src/platform/object-store/object-store.ts";
import { giveLateObjectsUp } from "./pending-objects.ts";
import { deleteObjectRemovals, findObjectRemovals } from "./queries.ts";

/**
 * Removes the objects that have been listed for it longest, and those that no row has come to name; what the store
 * refuses stays listed. Safe to run anywhere, any number of times.
 * @returns how many there were, which is 0 when nothing is left
 */
export async function sweepObjectRemovals({
  db,
  store,
}: {
  readonly db: Kysely<Database>;
  readonly store: ObjectStore;
}): Promise<number> {
  await giveLateObjectsUp(db);
  const keys = await findObjectRemovals(db);
  if (keys.length === 0) return 0;
  await store.remove(keys);
  await deleteObjectRemovals(db, keys);
  return keys.length;
}
