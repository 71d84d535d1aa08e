import type { AudioContainer } from "#db/schema.ts";
import { accountTransaction } from "#src/domain/accounts/account-transaction.ts";
import { promoteNext, type PromoterContext } from "#src/domain/jobs/promote-next.ts";
import { insertJob } from "#src/domain/jobs/queries.ts";
import { refuseOverload } from "#src/domain/jobs/refuse-overload.ts";
import { insertObjectRemovals } from "#src/domain/object-removals/queries.ts";
import { removeObjects } from "#src/domain/object-removals/remove-objects.ts";
import { requireStorageQuota } from "#src/domain/storage/require-storage-quota.ts";
import { sha256OfFile } from "#src/domain/uploads/sha256-of-file.ts";
import { uploadThenCommit } from "#src/domain/uploads/upload-then-commit.ts";
import { DomainError } from "#src/errors.ts";
import type { Resources } from "#src/platform/resources.ts";
import { resetVoice, type Voice } from "./queries.ts";
import { requireFailed } from "./retrain-voice.ts";
import { nextRetraining } from "./retrainings.ts";
import { insertVoiceUse } from "./use-queries.ts";
import { requireVoiceMatching } from "./voice-matching-models.ts";

const notFailed = "The voice has not failed. Only the sample of a voice that cannot speak can be replaced.";

export interface ReplacedSample {
  readonly voiceId: string;
  readonly userId: string;
  /** The id of the request, by which the sample is stored. */
  readonly requestId: string;
  /** The uploaded sample; it is moved away. */
  readonly path: string;
  readonly container: AudioContainer;
  /** Its size. */
  readonly bytes: number;
  /** The words of the sample; null where they are not known. */
  readonly sampleText: string | null;
}

/**
 * Trains a failed voice from another sample. It keeps its id, its name and its consent; the sample before is removed.
 * @throws DomainError `voice_not_found`, also for built-in and foreign voices; `invalid_transition` for a voice that has not failed;
 * those of `requireVoiceMatching`, `refuseOverload` and `requireStorageQuota`
 */
export async function replaceSample(
  resources: PromoterContext & Pick<Resources, "mutex" | "answers" | "store">,
  { path, container, bytes, sampleText, requestId, ...its }: ReplacedSample,
): Promise<Voice> {
  const { db, mutex, store, config } = resources;
  const { voiceId, userId } = its;
  const job = { name: "train-voice", accountId: userId } as const;
  await requireFailed(db, its, notFailed);
  await requireVoiceMatching(resources);
  await refuseOverload(resources, job);
  const need = { userId, bytes, ...config.limits.storage };
  const key = `samples/${voiceId}-${requestId}`;
  const sample = { sampleKey: key, sampleContainer: container, sampleSha256: await sha256OfFile(path), sampleText };
  const { voice, unneeded } = await uploadThenCommit({ db, store, key, path }, (claimObject) =>
    accountTransaction({ db, mutex }, userId, async (trx) => {
      const before = await requireFailed(trx, its, notFailed);
      await requireStorageQuota(trx, need);
      const reset = await resetVoice(trx, { ...its, sample });
      if (reset === null) throw new DomainError("invalid_transition", notFailed);
      await insertVoiceUse(trx, { ...its, action: "sample_replaced" });
      await claimObject(trx, userId);
      await insertJob(trx, { subjectId: voiceId, ...job, run: nextRetraining() });
      return { voice: reset, unneeded: await insertObjectRemovals(trx, [before.sample_key]) };
    }),
  );
  promoteNext(resources);
  await removeObjects({ db, store }, unneeded);
  return voice;
}
