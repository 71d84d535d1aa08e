import { sql } from "kysely";
import { prepared } from "#db/prepared.ts";
import type { Db } from "#db/schema.ts";
import { asynchronousCommit } from "#src/domain/asynchronous-commit.ts";
import { isActive } from "#src/domain/api-keys/active-key.ts";
import type { FinalResult } from "./finals.ts";

/** A worker without a heartbeat for so long is not chosen. */
const workerExpires = sql`interval '10 seconds'`;
/** A session without a heartbeat for so long has lost its API. */
const sessionExpires = sql`interval '15 seconds'`;
const batch = 100;

/** A slot of a worker that transcribes live. */
export interface LiveSlot {
  readonly workerId: string;
  readonly address: string;
}

/** The languages and the models of the workers that transcribe live now. */
export interface LiveOffer {
  readonly languages: readonly string[];
  readonly models: readonly string[];
}

/** Lists what can be transcribed live, and by which models; nothing where no worker runs. */
export async function findLiveOffer(db: Db): Promise<LiveOffer> {
  const rows = await db
    .selectFrom("live_workers")
    .select(["languages", "models"])
    .where("heartbeat_at", ">", sql<Date>`now() - ${workerExpires}`)
    .execute();
  const union = (lists: readonly (readonly string[])[]): readonly string[] => [...new Set(lists.flat())].toSorted();
  return { languages: union(rows.map((row) => row.languages)), models: union(rows.map((row) => row.models)) };
}

export interface SlotChoice {
  /** A primary tag or `auto`. */
  readonly language: string;
  /** A preference, or the name of a model. */
  readonly model: string;
  /** Workers that are not to be asked. */
  readonly except?: readonly string[];
}

/** Takes a slot of the worker that has most of them free. @returns null where none is free */
export async function takeSlot(db: Db, { language, model, except = [] }: SlotChoice): Promise<LiveSlot | null> {
  const candidates = await db
    .selectFrom("live_workers")
    .select("id")
    .where(isFree(language))
    .where("id", "!=", sql<string>`all(${except}::uuid[])`)
    .orderBy(sql`${model} = any(models)`, "desc")
    .orderBy(sql`used::float8 / capacity`)
    .execute();
  for (const { id } of candidates) {
    const row = await db
      .updateTable("live_workers")
      .set((eb) => ({ used: eb("used", "+", 1), taken_at: sql<Date>`now()` }))
      .where("id", "=", id)
      .where(isFree(language))
      .returning(["id", "address"])
      .executeTakeFirst();
    if (row !== undefined) return { workerId: row.id, address: row.address };
  }
  return null;
}

const isFree = (language: string) => sql<boolean>`(used < capacity and not draining
  and heartbeat_at > now() - ${workerExpires} and ${language} = any(languages))`;

/** Gives a slot back. */
export async function returnSlot(db: Db, workerId: string): Promise<void> {
  await db
    .updateTable("live_workers")
    .set({ used: sql<number>`greatest(used - 1, 0)` })
    .where("id", "=", workerId)
    .execute();
}

export interface NewLiveSession {
  readonly requestId: string;
  readonly userId: string;
  readonly apiKeyId: string | null;
}

export async function insertLiveSession(db: Db, { requestId, userId, apiKeyId }: NewLiveSession): Promise<void> {
  await db
    .insertInto("live_sessions")
    .values({ request_id: requestId, user_id: userId, api_key_id: apiKeyId })
    .execute();
}

/** Counts the live sessions of an account that have not ended. */
export async function countLiveSessions(db: Db, userId: string): Promise<number> {
  const sessions = db.selectFrom("live_sessions").where("user_id", "=", userId);
  const counted = sessions.select((eb) => eb.fn.countAll<string>().as("count"));
  return Number((await counted.executeTakeFirstOrThrow()).count);
}

/** Ends the work on a live session; only one of several callers succeeds. */
export async function deleteLiveSession(db: Db, requestId: string): Promise<boolean> {
  const result = await db.deleteFrom("live_sessions").where("request_id", "=", requestId).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Deletes the live sessions of an account. */
export async function deleteLiveSessionsOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom("live_sessions").where("user_id", "=", userId).execute();
}

/**
 * Renews a session and keeps its finals; a crash of the database may undo it.
 * @returns whether its key still works; null when the session has ended
 */
export async function renewLiveSession(
  db: Db,
  requestId: string,
  finals: readonly FinalResult[],
): Promise<boolean | null> {
  const row = await db
    .updateTable("live_sessions")
    .set({ finals: JSON.stringify(finals), heartbeat_at: sql<Date>`now()` })
    .where("request_id", "=", requestId)
    .returning((eb) =>
      eb
        .or([
          eb("live_sessions.api_key_id", "is", null),
          eb.exists(
            eb
              .selectFrom("api_keys")
              .select("api_keys.id")
              .whereRef("api_keys.id", "=", "live_sessions.api_key_id")
              .where(isActive),
          ),
        ])
        .as("is_allowed"),
    )
    .returning(asynchronousCommit)
    .withPlugin(prepared("renew-live-session"))
    .executeTakeFirst();
  return row === undefined ? null : Boolean(row.is_allowed);
}

const isLost = sql<boolean>`heartbeat_at < now() - ${sessionExpires}`;

/** Finds sessions whose API has not renewed them for too long. */
export async function findLostSessions(db: Db): Promise<readonly string[]> {
  const lost = db.selectFrom("live_sessions").select("request_id").where(isLost).orderBy("heartbeat_at").limit(batch);
  return (await lost.execute()).map((row) => row.request_id);
}

/** Takes a lost session over. @returns what it has understood; null where its API has renewed it, or another sweep has it */
export async function claimLostSession(db: Db, requestId: string): Promise<unknown> {
  const row = await db
    .updateTable("live_sessions")
    .set({ heartbeat_at: sql<Date>`now()` })
    .where("request_id", "=", requestId)
    .where(isLost)
    .returning("finals")
    .executeTakeFirst();
  return row === undefined ? null : row.finals;
}
