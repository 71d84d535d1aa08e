import { buildIndexes } from "#db/indexes.ts";
import { lockTimeoutMs, migrateToLatest } from "#db/migrator.ts";
import { openPostgres } from "#src/platform/postgres/postgres.ts";
import { migrateQueueTables } from "#src/platform/queue/queue.ts";
import { seed } from "./seed.ts";

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
  const migrationTimeouts = { statementTimeoutMs: 0, lockTimeoutMs };
  const db = openPostgres({ url: databaseUrl, poolSize: 2, name: "speech-migrate", ...migrationTimeouts });
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
