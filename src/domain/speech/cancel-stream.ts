import { settleDelivered } from "#src/domain/credits/settle-delivered.ts";
import { promoteNext, type PromoterContext } from "#src/domain/jobs/promote-next.ts";
import { deleteJob } from "#src/domain/jobs/queries.ts";
import { deleteChunks } from "#src/domain/speech-chunks/queries.ts";
import { DomainError } from "#src/errors.ts";
import { writeFailure } from "./ending-queries.ts";

/**
 * Ends a streamed synthesis whose caller has gone: it costs the characters that were sent, by any process, and at least so many; a
 * run in progress loses its lease and stops. A request that has ended already stays as it is.
 */
export async function cancelStream(
  resources: PromoterContext,
  { requestId, characters }: { readonly requestId: string; readonly characters: number },
): Promise<void> {
  await resources.db.transaction().execute(async (trx) => {
    if (!(await deleteJob(trx, requestId))) return;
    await writeFailure(trx, requestId, new DomainError("cancelled"));
    await settleDelivered(trx, requestId, characters);
    await deleteChunks(trx, [requestId]);
  });
  promoteNext(resources);
}
