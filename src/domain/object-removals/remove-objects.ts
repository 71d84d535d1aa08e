import type { Db } from "#db/schema.ts";
import type { ObjectStore } from "#src/platform/object-store/object-store.ts";
import { areRemovalsPaused } from "./removal-pause.ts";
import { deleteObjectRemovals } from "./queries.ts";

interface Removing {
  readonly db: Db;
  readonly store: ObjectStore;
}

/** Removes objects that are listed for it. @returns the keys that the store refuses to remove, which stay listed */
export async function removeListed({ db, store }: Removing, keys: readonly string[]): Promise<readonly string[]> {
  const refused = await store.remove(keys);
  await deleteObjectRemovals(
    db,
    keys.filter((key) => !refused.includes(key)),
  );
  return refused;
}

/** Removes objects that were just listed, without waiting for the sweep. Never rejects: the sweep comes anyway. */
export async function removeObjects(resources: Removing, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  try {
    if (!(await areRemovalsPaused(resources.db))) await removeListed(resources, keys);
  } catch {
    // They stay listed.
  }
}
