import type { AudioContainer, Db } from "#db/schema.ts";
import { accountTransaction } from "#src/domain/accounts/account-transaction.ts";
import { insertSingleCallback, type PreparedCallback } from "#src/domain/callbacks/single-callback.ts";
import { promoteNext, type PromoterContext } from "#src/domain/jobs/promote-next.ts";
import { insertJob } from "#src/domain/jobs/queries.ts";
import { refuseOverload } from "#src/domain/jobs/refuse-overload.ts";
import { sha256OfFile } from "#src/domain/uploads/sha256-of-file.ts";
import { uploadThenCommit } from "#src/domain/uploads/upload-then-commit.ts";
import type { Resources } from "#src/platform/resources.ts";
import { requireStorageQuota, type StorageQuota } from "#src/domain/storage/require-storage-quota.ts";
import { DomainError } from "#src/errors.ts";
import { countVoices, insertVoice, type Voice, type VoiceConsent } from "./queries.ts";
import { insertVoiceUse } from "./use-queries.ts";
import { requireVoiceMatching } from "./voice-matching-models.ts";

export interface VoiceInput {
  /** The id of the voice to be. */
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly description: string;
  /** Primary tag, or `und`. */
  readonly language: string;
  /** The uploaded sample; it is moved away. */
  readonly path: string;
  readonly container: AudioContainer;
  /** Its size. */
  readonly bytes: number;
  /** The consent of the person who is heard; null where none was sent. */
  readonly consent: VoiceConsent | null;
  /** The words of the sample; null where they are not known. */
  readonly sampleText: string | null;
  /** The address that is called when its training has ended; none when absent. */
  readonly callback?: PreparedCallback | null;
}

/**
 * Keeps the sample, makes the voice and queues its training.
 * @throws DomainError those of `requireVoiceMatching`, `refuseOverload` and `refuseMoreVoices`
 */
export async function createVoice(
  resources: PromoterContext & Pick<Resources, "mutex" | "answers" | "store">,
  { path, container, bytes, callback = null, ...voice }: VoiceInput,
): Promise<Voice> {
  const { db, mutex, store, config } = resources;
  const { id, userId } = voice;
  const job = { name: "train-voice", accountId: userId } as const;
  await requireVoiceMatching(resources);
  await refuseOverload(resources, job);
  const need = { userId, bytes, ...config.limits.storage };
  await refuseMoreVoices(db, need);
  const sampleKey = `samples/${id}`;
  const sample = { sampleKey, sampleContainer: container, sampleSha256: await sha256OfFile(path) };
  const inserted = await uploadThenCommit({ db, store, key: sampleKey, path }, (claimObject) =>
    accountTransaction({ db, mutex }, userId, async (trx) => {
      await refuseMoreVoices(trx, need);
      const created = await insertVoice(trx, { ...voice, ...sample });
      await insertVoiceUse(trx, { voiceId: id, userId, action: "created" });
      await claimObject(trx, userId);
      if (callback !== null) await insertSingleCallback(trx, id, callback);
      await insertJob(trx, { subjectId: id, ...job });
      return created;
    }),
  );
  promoteNext(resources);
  return inserted;
}

/**
 * Refuses one more voice of an account that has as many as it may have, whatever has become of them, or has no room for
 * the sample. It holds for certain in a transaction that has locked the account.
 * @throws DomainError `voice_limit` with `voices` and `voices_max`, and that of `requireStorageQuota`
 */
async function refuseMoreVoices(
  db: Db,
  { maxVoices, ...need }: StorageQuota & { readonly maxVoices: number },
): Promise<void> {
  const voices = await countVoices(db, need.userId);
  if (voices >= maxVoices) throw new DomainError("voice_limit", undefined, { voices, voices_max: maxVoices });
  await requireStorageQuota(db, need);
}
