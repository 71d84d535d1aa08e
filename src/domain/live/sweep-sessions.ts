import { sql } from "kysely";
import type { Db } from "#db/schema.ts";
import { endLiveSession } from "./end-session.ts";
import { findLastFinal, moveListedFinals, readsRows } from "./final-queries.ts";
import type { Resources } from "#src/platform/resources.ts";
import { type HeldSession, resumeWithinSeconds } from "./queries.ts";

/** A session without a heartbeat for so long has lost its API; one that can be resumed is waited for. */
const sessionExpires = sql`make_interval(secs => 15 + case when resume_sha256 = '{}' then 0 else ${resumeWithinSeconds}::int end)`;
const batch = 100;

/**
 * Ends the live sessions whose API has died, and which were not resumed: what they had understood is kept, and the seconds that were delivered are charged.
 * @returns how many there were
 */
export async function sweepLiveSessions({ db, log }: Pick<Resources, "db" | "log">): Promise<number> {
  let ended = 0;
  for (const requestId of await findLostSessions(db)) {
    try {
      const claimed = await claimLostSession(db, requestId);
      if (claimed === null) continue;
      const { seconds, model } = await findDelivered(db, requestId);
      const { endSeconds } = await findLastFinal(db, requestId);
      await endLiveSession({ db }, { ...claimed, seconds: Math.max(seconds, endSeconds), model });
      ended += 1;
    } catch (error) {
      log.error({ request_id: requestId, error: String(error) }, "a lost live session is left to the next sweep");
    }
  }
  return ended;
}

/** The seconds that were noted with the hold of a session, and the model that it asked for. */
async function findDelivered(db: Db, requestId: string) {
  const row = await db
    .selectFrom("speech_requests as request")
    .leftJoin("holds as hold", "hold.request_id", "request.id")
    .select(["hold.delivered as seconds", sql<string | null>`request.options ->> 'model'`.as("model")])
    .where("request.id", "=", requestId)
    .executeTakeFirst();
  return { seconds: row?.seconds ?? 0, model: row?.model ?? "auto" };
}

const isLost = sql<boolean>`heartbeat_at < now() - ${sessionExpires}`;

/** Finds sessions whose API has not renewed them for too long. */
async function findLostSessions(db: Db): Promise<readonly string[]> {
  const lost = db.selectFrom("live_sessions").select("request_id").where(isLost).orderBy("heartbeat_at").limit(batch);
  return (await lost.execute()).map((row) => row.request_id);
}

/** Takes a lost session over. @returns null where its API has renewed it, or another sweep has it */
const claimLostSession = (db: Db, requestId: string): Promise<HeldSession | null> =>
  db.transaction().execute(async (trx) => {
    await readsRows(trx);
    const row = await trx
      .updateTable("live_sessions")
      .set((eb) => ({ epoch: eb("epoch", "+", 1), heartbeat_at: sql<Date>`now()` }))
      .where("request_id", "=", requestId)
      .where(isLost)
      .returning("epoch")
      .executeTakeFirst();
    if (row === undefined) return null;
    await moveListedFinals(trx, requestId);
    return { requestId, ...row };
  });
