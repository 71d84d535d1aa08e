import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import { settleHold } from "#src/domain/credits/settle-hold.ts";
import { finishJob, type JobLease } from "#src/domain/jobs/queries.ts";
import type { Keep } from "#src/domain/uploads/store-then-write.ts";
import { type SynthesisResult, writeSynthesisResult } from "./ending-queries.ts";

/**
 * Writes the result of a spoken text and charges it, once.
 * @returns the credits that were charged
 * @throws LeaseLostError when another run has taken over
 */
export const completeSynthesis = (
  { db, keep }: { readonly db: Kysely<Database>; readonly keep: Keep },
  lease: JobLease,
  result: SynthesisResult,
): Promise<number> =>
  db.transaction().execute(async (trx) => {
    await finishJob(trx, lease);
    const charged = await settleHold(trx, lease.subjectId);
    const { user_id: userId } = await writeSynthesisResult(trx, lease.subjectId, result);
    await keep(trx, userId);
    return charged;
  });
