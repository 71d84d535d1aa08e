import type { Db } from "#db/schema.ts";
import { settleHold } from "#src/domain/credits/settle-hold.ts";
import { LeaseLostError } from "#src/domain/jobs/lease-lost-error.ts";
import type { JobLease } from "#src/domain/jobs/queries.ts";
import { endRequest } from "#src/domain/request-events/end-request.ts";
import type { ClaimObject } from "#src/domain/uploads/upload-then-commit.ts";
import { chargedSeconds } from "./charged-seconds.ts";
import { type TranscriptionResult, writeTranscriptionResult } from "./ending-queries.ts";

/** The work after a transcription was written. */
export interface CompletedTranscription {
  /** The credits that it was charged. */
  readonly charged: number;
  /** The keys of what was sent, which are listed for removal. */
  readonly listed: readonly string[];
}

/**
 * Writes a transcript and charges it by its decoded length, which `reserveTranscription` has seen to, once. What was sent is
 * listed for removal.
 * @param resources `claimObject` is of the recording that the result names; absent when it names none
 * @throws LeaseLostError when another run has taken over
 */
export const completeTranscription = (
  { db, claimObject }: { readonly db: Db; readonly claimObject?: ClaimObject },
  lease: JobLease,
  result: TranscriptionResult,
): Promise<CompletedTranscription> =>
  db.transaction().execute(async (trx) => {
    const { subjectId: requestId } = lease;
    const ended = await endRequest(trx, {
      ...{ subjectId: requestId, lease },
      settle: () =>
        settleHold(trx, requestId, chargedSeconds(result.durationSeconds, result.transcript.channels?.length)),
      write: () => writeTranscriptionResult(trx, requestId, result),
    });
    if (ended === null) throw new LeaseLostError();
    await claimObject?.(trx, ended.userId);
    return ended;
  });
