import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import { settleHold } from "#src/domain/credits/settle-hold.ts";
import { finishJob, type JobLease } from "#src/domain/jobs/queries.ts";
import { chargedSeconds } from "./charged-seconds.ts";
import { type TranscriptionResult, writeTranscriptionResult } from "./queries.ts";

/**
 * Writes a transcript and charges it by its decoded length, which `coverTranscription` has seen to, once.
 * @returns the credits that were charged
 * @throws LeaseLostError when another run has taken over
 */
export const completeTranscription = (
  { db }: { readonly db: Kysely<Database> },
  lease: JobLease,
  result: TranscriptionResult,
): Promise<number> =>
  db.transaction().execute(async (trx) => {
    await finishJob(trx, lease);
    const charged = await settleHold(trx, lease.subjectId, chargedSeconds(result.durationSeconds));
    await writeTranscriptionResult(trx, lease.subjectId, result);
    return charged;
  });
