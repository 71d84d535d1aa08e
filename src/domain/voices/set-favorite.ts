import type { Db } from "#db/schema.ts";
import { DomainError } from "#src/errors.ts";
import { deleteFavorite, type FavoriteVoice, insertFavorite } from "./favorite-queries.ts";
import { findVisibleVoice, lockVoice } from "./queries.ts";

/**
 * Makes a voice a favorite of the account, or no longer one. Doing so again changes nothing.
 * @throws DomainError `voice_not_found`, also for foreign voices
 */
export async function setFavorite(db: Db, { favorite, ...its }: FavoriteVoice & { readonly favorite: boolean }) {
  await db.transaction().execute(async (trx) => {
    const voice = await findVisibleVoice(trx, its);
    if (voice === null || !(await lockVoice(trx, its.voiceId))) throw new DomainError("voice_not_found");
    await (favorite ? insertFavorite(trx, its) : deleteFavorite(trx, its));
  });
}
