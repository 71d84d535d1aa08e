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

/** Registers a live process, or renews it. A slot that was taken a moment ago still counts as used, since its session may be on its way. */
export async function registerLiveWorker(db: Db, worker: LiveWorker): Promise<void> {
  const { id, address, version, capacity, used, draining, lagSeconds } = worker;
  const [languages, models] = [[...worker.languages], [...worker.models]];
  await db
    .insertInto("live_workers")
    .values({ id, address, version, capacity, used, languages, models, draining, lag_seconds: lagSeconds })
    .onConflict((conflict) =>
      conflict.column("id").doUpdateSet({
        ...{ address, version, capacity, languages, models, draining },
        ...{ lag_seconds: lagSeconds, heartbeat_at: sql<Date>`now()` },
        used: sql<number>`case when live_workers.taken_at > now() - ${grace} then greatest(live_workers.used, excluded.used) else excluded.used end`,
      }),
    )
    .execute();
}

export async function deleteLiveWorker(db: Db, id: string): Promise<void> {
  await db.deleteFrom("live_workers").where("id", "=", id).execute();
}

/** Deletes the rows of dead live processes. */
export async function deleteOldLiveWorkers(db: Db): Promise<void> {
  await sql`delete from live_workers where heartbeat_at < now() - ${kept}`.execute(db);
}
