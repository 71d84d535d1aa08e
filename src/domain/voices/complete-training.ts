import type { Db } from "#db/schema.ts";
import { type JobLease, underLease } from "#src/domain/jobs/queries.ts";
import { LeaseLostError } from "#src/domain/jobs/lease-lost-error.ts";
import { insertObjectRemovals } from "#src/domain/object-removals/queries.ts";
import type { ClaimObject } from "#src/domain/uploads/upload-then-commit.ts";
import { type TrainedVoice, writeTrainedVoice } from "./training-queries.ts";
import { insertVoiceUse } from "./use-queries.ts";

/**
 * Makes a trained voice ready to speak, once, and lists the sample that was sent for removal.
 * @returns the keys that were listed
 * @throws LeaseLostError when another run has taken over
 */
export const completeTraining = (
  { db, claimObject }: { readonly db: Db; readonly claimObject: ClaimObject },
  lease: JobLease,
  trained: TrainedVoice,
): Promise<readonly string[]> =>
  underLease(db, lease, async (trx) => {
    const voice = await writeTrainedVoice(trx, lease.subjectId, trained);
    if (voice === null) throw new LeaseLostError();
    await claimObject(trx, voice.user_id);
    if (voice.user_id !== null) {
      await insertVoiceUse(trx, { voiceId: lease.subjectId, userId: voice.user_id, action: "trained" });
    }
    return insertObjectRemovals(trx, [voice.sample_key]);
  });
