import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import { finishJob, type JobLease } from "#src/domain/jobs/queries.ts";
import { type TrainedVoice, writeTrainedVoice } from "./queries.ts";

/** Makes a trained voice ready to speak, once. @throws LeaseLostError when another run has taken over */
export const completeTraining = (
  { db }: { readonly db: Kysely<Database> },
  lease: JobLease,
  trained: TrainedVoice,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await finishJob(trx, lease);
    await writeTrainedVoice(trx, lease.subjectId, trained);
  });
