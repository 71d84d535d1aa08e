import type { Db } from "#db/schema.ts";
import { insertObjectRemovals } from "#src/domain/object-removals/queries.ts";
import { removeObjects } from "#src/domain/object-removals/remove-objects.ts";
import type { ObjectStore } from "#src/platform/object-store/object-store.ts";
import { takeExpiredDemoAudio } from "./ending-queries.ts";

/**
 * Removes the audio of an anonymous demo call that has been answered; what belongs to an account stays. Never rejects:
 * the sweep comes anyway.
 */
export async function removeDemoAudio(
  { db, store }: { readonly db: Db; readonly store: ObjectStore },
  requestId: string,
): Promise<void> {
  const listed = db
    .transaction()
    .execute(async (trx) => insertObjectRemovals(trx, [await takeExpiredDemoAudio(trx, requestId)]));
  await removeObjects({ db, store }, await listed.catch(() => []));
}
