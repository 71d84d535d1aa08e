import { settleDelivered } from "#src/domain/credits/settle-delivered.ts";
import { promoteNext, type PromoterContext } from "#src/domain/jobs/promote-next.ts";
import { endRequest } from "#src/domain/request-events/end-request.ts";
import { deleteChunks } from "#src/domain/speech-chunks/queries.ts";
import { DomainError } from "#src/errors.ts";
import type { Resources } from "#src/platform/resources.ts";
import { writeFailure } from "./ending-queries.ts";
import { keepDelivered } from "./keep-delivered.ts";
import { cancelledCode } from "./shown-status.ts";

/**
 * Ends a streamed synthesis whose caller has gone: it costs the characters that were sent, by any process, and at least so many, and
 * their sound is kept. A run in progress loses its lease and stops. A request that has ended already stays as it is.
 */
export async function cancelStream(
  resources: PromoterContext & Pick<Resources, "store" | "workspace">,
  { requestId, characters }: { readonly requestId: string; readonly characters: number },
): Promise<void> {
  const { db, log } = resources;
  const ended = await db.transaction().execute((trx) =>
    endRequest(trx, {
      ...{ subjectId: requestId, lease: null },
      settle: () => settleDelivered(trx, requestId, characters),
      write: () => writeFailure(trx, requestId, new DomainError(cancelledCode)),
    }),
  );
  if (ended === null) return;
  promoteNext(resources);
  const { charged } = ended;
  // The request has ended, whatever becomes of its sound.
  const kept = charged === 0 ? Promise.resolve() : keepDelivered(resources, { requestId, characters: charged });
  await kept.catch((error: unknown) =>
    log.warn({ request_id: requestId, error: String(error) }, "what was sent of an abandoned stream is not kept"),
  );
  await deleteChunks(db, [requestId]);
}
