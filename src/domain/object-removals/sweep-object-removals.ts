import type { Db } from "#db/schema.ts";
import type { ObjectStore } from "#src/platform/object-store/object-store.ts";
import { abandonLateObjects } from "./pending-objects.ts";
import { findObjectRemovals, postponeObjectRemovals } from "./queries.ts";
import { areRemovalsPaused } from "./removal-pause.ts";
import { removeListed } from "./remove-objects.ts";

/**
 * Removes the objects that have been listed for it longest, and those that no row has come to name. Safe to run
 * anywhere, any number of times.
 * @returns how many there were, which is 0 when nothing is left, or while removals are paused
 * @throws Error when the store refused some: they are tried again after all others
 */
export async function sweepObjectRemovals({
  db,
  store,
}: {
  readonly db: Db;
  readonly store: ObjectStore;
}): Promise<number> {
  await abandonLateObjects(db);
  if (await areRemovalsPaused(db)) return 0;
  const keys = await findObjectRemovals(db);
  if (keys.length === 0) return 0;
  const refused = await removeListed({ db, store }, keys);
  if (refused.length === 0) return keys.length;
  await postponeObjectRemovals(db, refused);
  throw new Error(`The object store does not remove ${refused.length} objects, ${refused[0]} among them.`);
}
