import { releaseHold } from "#src/domain/credits/release-hold.ts";
import { promoteNext, type PromoterContext } from "#src/domain/jobs/promote-next.ts";
import { deleteJob } from "#src/domain/jobs/queries.ts";
import { insertObjectRemovals } from "#src/domain/object-removals/queries.ts";
import { removeObjects } from "#src/domain/object-removals/remove-objects.ts";
import { DomainError } from "#src/errors.ts";
import type { Resources } from "#src/platform/resources.ts";
import { writeFailure } from "./ending-queries.ts";
import { cancelledCode } from "./shown-status.ts";

/** Cancels an unfinished request; a run in progress loses its lease and stops. */
export async function cancelRequest(
  resources: PromoterContext & Pick<Resources, "store">,
  requestId: string,
): Promise<void> {
  const { db, store } = resources;
  const keys = await db.transaction().execute(async (trx) => {
    await deleteJob(trx, requestId);
    await releaseHold(trx, requestId);
    return insertObjectRemovals(trx, [await writeFailure(trx, requestId, new DomainError(cancelledCode))]);
  });
  promoteNext(resources);
  await removeObjects({ db, store }, keys);
}
