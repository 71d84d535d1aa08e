import { sql } from "kysely";
import type { Db } from "#db/schema.ts";
import type { Voice } from "./queries.ts";

/** A voice as an account sees it. */
export interface ListedVoice extends Voice {
  /** Whether it is a favorite of that account. */
  readonly favorite: boolean;
}

/** Whether a row of `voices` is a favorite of an account. */
export const selectFavorite = (userId: string) => sql<boolean>`exists (
  select from favorite_voices where favorite_voices.user_id = ${userId} and favorite_voices.voice_id = voices.id)`;

export interface FavoriteVoice {
  readonly userId: string;
  readonly voiceId: string;
}

export async function isFavorite(db: Db, { userId, voiceId }: FavoriteVoice): Promise<boolean> {
  const row = await db
    .selectFrom("favorite_voices")
    .select("voice_id")
    .where("user_id", "=", userId)
    .where("voice_id", "=", voiceId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertFavorite(db: Db, { userId, voiceId }: FavoriteVoice): Promise<void> {
  await db
    .insertInto("favorite_voices")
    .values({ user_id: userId, voice_id: voiceId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteFavorite(db: Db, { userId, voiceId }: FavoriteVoice): Promise<void> {
  await db.deleteFrom("favorite_voices").where("user_id", "=", userId).where("voice_id", "=", voiceId).execute();
}

/** Removes the favorites of an account. */
export async function deleteFavorites(db: Db, userId: string): Promise<void> {
  await db.deleteFrom("favorite_voices").where("user_id", "=", userId).execute();
}
