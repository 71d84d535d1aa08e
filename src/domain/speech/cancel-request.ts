import { releaseHold } from "#src/domain/credits/release-hold.ts";
import { promoteNext, type PromoterContext } from "#src/domain/jobs/promote-next.ts";
import { removeObjects } from "#src/domain/object-removals/remove-objects.ts";
import { endRequest } from "#src/domain/request-events/end-request.ts";
import { DomainError } from "#src/errors.ts";
import type { Resources } from "#src/platform/resources.ts";
import { writeFailure } from "./ending-queries.ts";
import { cancelledCode } from "./shown-status.ts";

/** Cancels an unfinished request; a run in progress loses its lease and stops. A request that has ended stays as it is. */
export async function cancelRequest(
  resources: PromoterContext & Pick<Resources, "store">,
  requestId: string,
): Promise<void> {
  const { db, store } = resources;
  const ended = await db.transaction().execute((trx) =>
    endRequest(trx, {
      ...{ subjectId: requestId, lease: null },
      settle: () => releaseHold(trx, requestId),
      write: () => writeFailure(trx, requestId, new DomainError(cancelledCode)),
    }),
  );
  if (ended === null) return;
  promoteNext(resources);
  await removeObjects({ db, store }, ended.listed);
}
