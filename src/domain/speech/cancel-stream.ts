import { releaseHold } from "#src/domain/credits/release-hold.ts";
import { settleHold } from "#src/domain/credits/settle-hold.ts";
import { promoteNext, type PromoterContext } from "#src/domain/jobs/promote-next.ts";
import { deleteJob } from "#src/domain/jobs/queries.ts";
import { deleteChunks } from "#src/domain/speech-chunks/queries.ts";
import { DomainError } from "#src/errors.ts";
import { writeFailure } from "./ending-queries.ts";

/**
 * Ends a streamed synthesis whose caller has gone: it costs so many characters, those that the caller was sent; a run in
 * progress loses its lease and stops. A request that has ended already stays as it is.
 */
export async function cancelStream(
  resources: PromoterContext,
  { requestId, characters }: { readonly requestId: string; readonly characters: number },
): Promise<void> {
  await resources.db.transaction().execute(async (trx) => {
    if (!(await deleteJob(trx, requestId))) return;
    // Before it is charged, so that its time counts as no latency.
    await writeFailure(trx, requestId, new DomainError("cancelled"));
    if (characters === 0) await releaseHold(trx, requestId);
    else await settleHold(trx, requestId, characters);
    await deleteChunks(trx, [requestId]);
  });
  promoteNext(resources);
}
