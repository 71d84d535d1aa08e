import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { Db } from "#db/schema.ts";

const retryMs = 500;

/** Runs this on one connection; processes that run something of the same name do so one after the other. */
export const oneAtATime = <Result>(db: Db, name: string, run: (connection: Db) => Promise<Result>): Promise<Result> =>
  db.connection().execute(async (connection) => {
    // Not by waiting in the database: an index that is built concurrently waits for all that wait there.
    while (!(await tryLock(connection, name))) await sleep(retryMs);
    try {
      return await run(connection);
    } finally {
      await sql`select pg_advisory_unlock(hashtextextended(${name}, 0))`.execute(connection);
    }
  });

async function tryLock(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_lock(hashtextextended(${name}, 0)) as taken`.execute(db);
  return rows[0]?.taken === true;
}
