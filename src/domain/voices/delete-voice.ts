import type { Db } from "#db/schema.ts";
import { insertObjectRemovals } from "#src/domain/object-removals/queries.ts";
import { removeObjects } from "#src/domain/object-removals/remove-objects.ts";
import { type EndedWork, endRequest } from "#src/domain/request-events/end-request.ts";
import { deleteCacheEntriesOf } from "#src/domain/synthesis-cache/queries.ts";
import { DomainError } from "#src/errors.ts";
import type { ObjectStore } from "#src/platform/object-store/object-store.ts";
import { deleteOwnVoice } from "./queries.ts";
import { objectsOf } from "./training-queries.ts";
import { insertVoiceUse } from "./use-queries.ts";

/**
 * Removes a voice of the account with its sample and what was trained; a training in progress stops.
 * @throws DomainError `voice_not_found`, also for built-in and foreign voices
 */
export async function deleteVoice(
  { db, store }: { readonly db: Db; readonly store: ObjectStore },
  { voiceId, userId }: { readonly voiceId: string; readonly userId: string },
): Promise<void> {
  const keys = await db.transaction().execute(async (trx) => {
    const remove = async (): Promise<EndedWork> => {
      const deleted = await deleteOwnVoice(trx, { voiceId, userId });
      if (deleted === null) throw new DomainError("voice_not_found");
      await insertVoiceUse(trx, { voiceId, userId, action: "deleted" });
      return { type: "cancelled", subjectType: "voice", userId, unneeded: objectsOf(deleted) };
    };
    const ended = await endRequest(trx, { subjectId: voiceId, lease: null, write: remove });
    const listed = ended?.listed ?? (await insertObjectRemovals(trx, (await remove()).unneeded));
    // At the end, as everywhere: a transaction that has locked an entry waits for nothing more.
    await deleteCacheEntriesOf(trx, voiceId);
    return listed;
  });
  await removeObjects({ db, store }, keys);
}
