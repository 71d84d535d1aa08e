import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import { deleteJob } from "#src/domain/jobs/queries.ts";
import { DomainError } from "#src/errors.ts";
import type { ObjectStore } from "#src/platform/object-store/object-store.ts";
import { deleteOwnVoice, findVisibleVoice } from "./queries.ts";

/**
 * Removes a voice of the account with its sample and what was trained; a training in progress stops.
 * @throws DomainError `voice_not_found`, also for built-in and foreign voices
 */
export async function deleteVoice(
  { db, store }: { readonly db: Kysely<Database>; readonly store: ObjectStore },
  { voiceId, userId }: { readonly voiceId: string; readonly userId: string },
): Promise<void> {
  const found = await findVisibleVoice(db, { voiceId, userId });
  if (found?.type !== "custom") throw new DomainError("voice_not_found");
  // The training first, so that nobody reads the sample; the row last, so that a removal which fails can be repeated.
  await deleteJob(db, voiceId);
  if (found.sample_key !== null) await store.remove([found.sample_key]);
  await deleteOwnVoice(db, { voiceId, userId });
}
