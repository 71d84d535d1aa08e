import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import type { ObjectStore } from "#src/platform/object-store/object-store.ts";
import { deleteObjectRemovals } from "./queries.ts";

/** Removes objects that were just listed, without waiting for the sweep. Never rejects: the sweep comes anyway. */
export async function removeObjects(
  { db, store }: { readonly db: Kysely<Database>; readonly store: ObjectStore },
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return;
  try {
    await store.remove(keys);
    await deleteObjectRemovals(db, keys);
  } catch {
    // Still listed.
  }
}
