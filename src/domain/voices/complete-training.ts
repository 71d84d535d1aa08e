import type { Db } from "#db/schema.ts";
import type { JobLease } from "#src/domain/jobs/queries.ts";
import { LeaseLostError } from "#src/domain/jobs/lease-lost-error.ts";
import { endRequest } from "#src/domain/request-events/end-request.ts";
import type { ClaimObject } from "#src/domain/uploads/upload-then-commit.ts";
import { type TrainedVoice, writeTrainedVoice } from "./training-queries.ts";
import { insertVoiceUse } from "./use-queries.ts";

/**
 * Makes a trained voice ready to speak, once, and lists the sample that was sent for removal.
 * @returns the keys that were listed
 * @throws LeaseLostError when another run has taken over
 */
export const completeTraining = (
  { db, claims }: { readonly db: Db; readonly claims: readonly ClaimObject[] },
  lease: JobLease,
  trained: TrainedVoice,
): Promise<readonly string[]> =>
  db.transaction().execute(async (trx) => {
    const { subjectId: voiceId } = lease;
    const write = () => writeTrainedVoice(trx, voiceId, trained);
    const ended = await endRequest(trx, { subjectId: voiceId, lease, write });
    if (ended === null) throw new LeaseLostError();
    const { userId, listed } = ended;
    for (const claim of claims) await claim(trx, userId);
    if (userId !== null) await insertVoiceUse(trx, { voiceId, userId, action: "trained" });
    return listed;
  });
