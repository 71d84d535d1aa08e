import { sql } from "kysely";
import type { Db } from "#db/schema.ts";
import { workerExpires } from "#src/domain/live/queries.ts";

/** A registered live process as an operator sees it. */
export type RegisteredLiveWorker = Awaited<ReturnType<typeof listLiveWorkers>>[number];

/** Lists the live processes, those that have stopped without a word for an hour, too. */
export const listLiveWorkers = (db: Db) =>
  db
    .selectFrom("live_workers")
    .select(["id", "address", "version", "capacity", "used", "languages", "models", "draining"])
    .select(["heartbeat_at as heartbeatAt", "lag_seconds as lagSeconds"])
    .select(sql<boolean>`heartbeat_at > now() - ${workerExpires}`.as("isAlive"))
    .orderBy("address")
    .orderBy("id")
    .execute();

/** Sums the slots of the live processes that run. One that ends gives its free ones to no session. */
export async function sumSlots(db: Db): Promise<{ readonly capacity: number; readonly used: number }> {
  const alive = (await listLiveWorkers(db)).filter(({ isAlive }) => isAlive);
  const sum = (counts: readonly number[]): number => counts.reduce((all, one) => all + one, 0);
  const capacities = alive.map(({ capacity, used, draining }) => (draining ? used : capacity));
  return { capacity: sum(capacities), used: sum(alive.map(({ used }) => used)) };
}

/** Counts the live sessions of all accounts that have not ended, those that wait for another connection, too. */
export async function countOpenSessions(db: Db): Promise<number> {
  const counted = db.selectFrom("live_sessions").select((eb) => eb.fn.countAll<string>().as("count"));
  return Number((await counted.executeTakeFirstOrThrow()).count);
}
