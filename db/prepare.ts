import { setTimeout as sleep } from "node:timers/promises";
import type { Kysely } from "kysely";
import { buildIndexes } from "#db/indexes.ts";
import { isLockConflict, migrateUp } from "#db/migrator.ts";
import type { Database } from "#db/schema.ts";
import { seed } from "#db/seed.ts";
import { openPostgres } from "#src/platform/postgres/postgres.ts";
import { migrateQueueTables } from "#src/platform/queue/queue.ts";

/** No statement waits longer than that behind a migration that waits for a lock. */
export const lockTimeoutMs = 2_000;
const lockAttempts = 30;
const retryMs = 1_000;

/**
 * Brings a database to where this release needs it: the tables, the queue's own tables unless Redis carries
 * the queue, and the seed.
 * @returns the names of the migrations that ran
 */
export async function prepareDatabase({
  databaseUrl,
  redisUrl,
}: {
  readonly databaseUrl: string;
  readonly redisUrl: string | null;
}): Promise<readonly string[]> {
  const patience = { statementTimeoutMs: 0, lockTimeoutMs };
  const db = openPostgres({ url: databaseUrl, poolSize: 2, name: "speech-migrate", ...patience });
  try {
    const ran = await migrateToLatest(db);
    await buildIndexes(db);
    if (redisUrl === null) await migrateQueueTables(databaseUrl);
    await seed(db);
    return ran;
  } finally {
    await db.destroy();
  }
}

/** Runs the migrations that are left, each in a transaction of its own. @returns the names of those that ran here */
export async function migrateToLatest(db: Kysely<Database>): Promise<readonly string[]> {
  const ran: string[] = [];
  for (let name = await migratePatiently(db); name !== null; name = await migratePatiently(db)) ran.push(name);
  return ran;
}

/** While others write, a lock may not come in time; then they go on, and it is tried again. */
async function migratePatiently(db: Kysely<Database>): Promise<string | null> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await migrateUp(db);
    } catch (error) {
      if (attempt === lockAttempts || !isLockConflict(error)) throw error;
      await sleep(retryMs);
    }
  }
}
