import { sql } from "kysely";
import type { Db } from "#db/schema.ts";

/** A live process as it is now. */
export interface LiveWorker {
  readonly id: string;
  readonly address: string;
  /** That of its release. */
  readonly version: string;
  readonly capacity: number;
  /** Sessions that it has. */
  readonly used: number;
  /** Slots that count as used by no session, and by none that is on its way: their process of the API has died. */
  readonly lost: number;
  readonly languages: readonly string[];
  readonly models: readonly string[];
  readonly draining: boolean;
  /** The seconds by which its slowest session is behind its sound. */
  readonly lagSeconds: number;
}

/** The API has opened its session by then, or does not come any more. */
const grace = sql`interval '5 seconds'`;
/** Rows of processes that have ended without a word. */
const kept = sql`interval '1 hour'`;

/**
 * Registers a live process, or renews it. A slot that was taken a moment ago still counts as used, since its session may be on its way.
 * @returns the number of slots that count as used
 */
export async function registerLiveWorker(db: Db, worker: LiveWorker): Promise<number> {
  const { id, address, version, capacity, used, lost, draining, lagSeconds } = worker;
  const [languages, models] = [[...worker.languages], [...worker.models]];
  const row = await db
    .insertInto("live_workers")
    .values({ id, address, version, capacity, used, languages, models, draining, lag_seconds: lagSeconds })
    .onConflict((conflict) =>
      conflict.column("id").doUpdateSet({
        ...{ address, version, capacity, languages, models, draining },
        ...{ lag_seconds: lagSeconds, heartbeat_at: sql<Date>`now()` },
        used: sql<number>`case when live_workers.taken_at > now() - ${grace} then greatest(live_workers.used - ${lost}::integer, excluded.used) else excluded.used end`,
      }),
    )
    .returning("used")
    .executeTakeFirstOrThrow();
  return row.used;
}

/** Heartbeats, every 2 s, between the first and the last of which a slot that was taken has become a session, or is given back. */
const looks = 4;

/** Finds slots that have been lost: they count at every heartbeat, however many others are taken in between. */
export interface LostSlots {
  /** The number of slots that are lost now. */
  count(): number;
  /** Notes the slots of a heartbeat that count as used, and the sessions at that time. */
  note(counted: number, sessions: number): void;
}

export function createLostSlots(): LostSlots {
  let beyond: readonly number[] = [];
  return {
    count: () => (beyond.length < looks ? 0 : Math.min(...beyond)),
    note: (counted, sessions) => (beyond = [...beyond, Math.max(0, counted - sessions)].slice(-looks)),
  };
}

export async function deleteLiveWorker(db: Db, id: string): Promise<void> {
  await db.deleteFrom("live_workers").where("id", "=", id).execute();
}

/** Deletes the rows of dead live processes. */
export async function deleteOldLiveWorkers(db: Db): Promise<void> {
  await sql`delete from live_workers where heartbeat_at < now() - ${kept}`.execute(db);
}
