import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import { finishJob, type JobLease } from "#src/domain/jobs/queries.ts";
import { type TranscriptionResult, writeTranscriptionResult } from "./queries.ts";

/** Writes a transcript, once. @throws LeaseLostError when another run has taken over */
export const completeTranscription = (
  { db }: { readonly db: Kysely<Database> },
  lease: JobLease,
  result: TranscriptionResult,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await finishJob(trx, lease);
    await writeTranscriptionResult(trx, lease.subjectId, result);
  });
