import type { Db } from "#db/schema.ts";
import { releaseHold } from "#src/domain/credits/release-hold.ts";
import { settleDelivered } from "#src/domain/credits/settle-delivered.ts";
import { endRequest } from "#src/domain/request-events/end-request.ts";
import { chargedSeconds } from "#src/domain/speech/charged-seconds.ts";
import { writeFailure, writeTranscriptionResult } from "#src/domain/speech/ending-queries.ts";
import { reserveTranscription } from "#src/domain/speech/reserve-work.ts";
import { DomainError } from "#src/errors.ts";
import { findFinals } from "./final-queries.ts";
import { standingFinals, transcriptOf } from "./finals.ts";
import { type HeldSession, lockLiveSession } from "./queries.ts";

/** A live session that has ended. */
export interface EndedSession extends HeldSession {
  /** The seconds of sound that were delivered; those that were noted before count at least. */
  readonly seconds: number;
  /** The model that was asked for. */
  readonly model: string;
}

/**
 * Writes the transcript of a live session, of the finals that are kept, like that of a file, and charges the seconds that were delivered, once. Where the account cannot
 * pay for all of them, what was held is charged.
 * @returns what was charged; null when the session had ended before, or goes on in another process
 */
export async function endLiveSession(
  { db }: { readonly db: Db },
  { requestId, epoch, seconds, model }: EndedSession,
): Promise<number | null> {
  await reserveTranscription({ db }, { requestId, durationSeconds: seconds }).catch(unlessUnpaid);
  const ended = await db.transaction().execute(async (trx) => {
    if (!(await lockLiveSession(trx, { requestId, epoch }))) return null;
    const finals = standingFinals(await findFinals(trx, requestId));
    const [first] = finals;
    return endRequest(trx, {
      ...{ subjectId: requestId, lease: null },
      settle: () => settleDelivered(trx, requestId, chargedSeconds(seconds)),
      write: () =>
        writeTranscriptionResult(trx, requestId, {
          ...{ transcript: transcriptOf(finals), durationSeconds: seconds, recording: null },
          ...{ model: first?.model ?? model, confidenceSource: first?.confidence_source ?? "none" },
          ...(first !== undefined && { detectedLanguage: first.language }),
        }),
    });
  });
  return ended?.charged ?? null;
}

function unlessUnpaid(error: unknown): void {
  const isUnpaid =
    error instanceof DomainError && ["insufficient_credits", "monthly_limit_exceeded"].includes(error.code);
  if (!isUnpaid) throw error;
}

/** Ends a live session that did not begin: it costs nothing. */
export async function failLiveSession(
  { db }: { readonly db: Db },
  requestId: string,
  error: DomainError,
): Promise<void> {
  await db.transaction().execute((trx) =>
    endRequest(trx, {
      ...{ subjectId: requestId, lease: null },
      settle: () => releaseHold(trx, requestId),
      write: () => writeFailure(trx, requestId, error),
    }),
  );
}
