import type { Db } from "#db/schema.ts";
import { insertObjectRemovals } from "#src/domain/object-removals/queries.ts";
import { removeObjects } from "#src/domain/object-removals/remove-objects.ts";
import { DomainError } from "#src/errors.ts";
import type { ObjectStore } from "#src/platform/object-store/object-store.ts";
import { findVisibleVoice } from "./queries.ts";
import { clearSample } from "./training-queries.ts";
import { insertVoiceUse } from "./use-queries.ts";

const stillTraining = "The voice is still being trained. Wait until it is ready, or delete the voice.";

/**
 * Removes the sample of a voice of the account; the voice still speaks. Nothing else of the speaker is kept: what the
 * speaker encoder hears is never stored.
 * @throws DomainError `voice_not_found`, also for built-in and foreign voices; `voice_not_ready` while it is being trained
 */
export async function deleteSample(
  { db, store }: { readonly db: Db; readonly store: ObjectStore },
  { voiceId, userId }: { readonly voiceId: string; readonly userId: string },
): Promise<void> {
  const keys = await db.transaction().execute(async (trx) => {
    const voice = await findVisibleVoice(trx, { voiceId, userId });
    if (voice === null || voice.user_id !== userId) throw new DomainError("voice_not_found");
    if (voice.status === "pending" || voice.status === "training")
      throw new DomainError("voice_not_ready", stillTraining);
    const cleared = await clearSample(trx, { voiceId, userId });
    if (cleared.length > 0) await insertVoiceUse(trx, { voiceId, userId, action: "sample_deleted" });
    return insertObjectRemovals(trx, cleared);
  });
  await removeObjects({ db, store }, keys);
}
