import type { Db } from "#db/schema.ts";
import type { voiceActions } from "#db/voice-schema.ts";
import { listPage, type Page } from "#src/domain/pages/list-page.ts";

export interface VoiceUse {
  readonly voiceId: string;
  readonly userId: string;
  readonly action: (typeof voiceActions)[number];
  /** The speech request, where it is one. */
  readonly requestId?: string;
}

/** Notes what is done with a custom voice, in the transaction that does it. */
export async function insertVoiceUse(db: Db, { voiceId, userId, action, requestId }: VoiceUse): Promise<void> {
  await db
    .insertInto("voice_uses")
    .values({ voice_id: voiceId, user_id: userId, action, request_id: requestId ?? null })
    .execute();
}

/** The same for many. */
export async function insertVoiceUses(db: Db, uses: readonly Required<VoiceUse>[]): Promise<void> {
  if (uses.length === 0) return;
  const rows = uses.map(({ voiceId, userId, requestId, action }) => ({
    ...{ voice_id: voiceId, user_id: userId, request_id: requestId, action },
  }));
  await db.insertInto("voice_uses").values(rows).execute();
}

export interface VoiceUseFilter extends Page {
  readonly voiceId: string;
  readonly userId: string;
}

const columns = ["action", "request_id", "created_at"] as const;

/** One page of what an account has done with a voice, newest first; nothing of voices that are not its own. */
export async function listVoiceUses(db: Db, { voiceId, userId, page, limit }: VoiceUseFilter) {
  const matching = db.selectFrom("voice_uses").where("voice_id", "=", voiceId).where("user_id", "=", userId);
  return listPage(db, matching.select(columns).orderBy("id", "desc"), { page, limit });
}

export type ListedVoiceUse = Awaited<ReturnType<typeof listVoiceUses>>["items"][number];

/** Removes the log of an account. */
export async function deleteVoiceUses(db: Db, userId: string): Promise<void> {
  await db.deleteFrom("voice_uses").where("user_id", "=", userId).execute();
}
