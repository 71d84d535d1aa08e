import { migrateToLatest } from "#db/migrator.ts";
import { seed } from "#db/seed.ts";
import { openPostgres } from "#src/platform/postgres.ts";
import { migrateQueueTables } from "#src/platform/queue.ts";

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
  const db = openPostgres({ url: databaseUrl, poolSize: 2, name: "speech-migrate" });
  try {
    const ran = await migrateToLatest(db);
    if (redisUrl === null) await migrateQueueTables(databaseUrl);
    await seed(db);
    return ran;
  } finally {
    await db.destroy();
  }
}
