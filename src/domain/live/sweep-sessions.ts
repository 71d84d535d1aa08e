import { sql } from "kysely";
import type { Db } from "#db/schema.ts";
import { endLiveSession } from "./end-session.ts";
import { keptFinals } from "./finals.ts";
import type { Resources } from "#src/platform/resources.ts";
import { claimLostSession, findLostSessions } from "./queries.ts";

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
      const finals = keptFinals.parse(claimed.finals);
      const delivered = Math.max(seconds, ...finals.map(({ end }) => end));
      await endLiveSession({ db }, { ...claimed, seconds: delivered, finals, model });
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
