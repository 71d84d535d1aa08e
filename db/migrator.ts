import { promises as fs } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { FileMigrationProvider, Migrator } from "kysely/migration";
import pg from "pg";
import { oneAtATime } from "#db/one-at-a-time.ts";
import type { Db } from "#db/schema.ts";

/** No statement waits longer than that behind a migration that waits for a lock. */
export const lockTimeoutMs = 2_000;
const lockAttempts = 30;
const retryMs = 1_000;

/** Kysely's migrator over the numbered files of `db/migrations`. */
export const openMigrator = (db: Db): Migrator =>
  new Migrator({
    db,
    provider: new FileMigrationProvider({ fs, path, migrationFolder: path.join(import.meta.dirname, "migrations") }),
  });

/**
 * Runs the next migration in a transaction of its own, so that its locks end with it.
 * @returns its name; null when there is none left to run
 * @throws Error when it fails; its cause is what the migration threw
 */
async function migrateUp(db: Db): Promise<string | null> {
  const { error, results = [] } = await openMigrator(db).migrateUp();
  if (error !== undefined) throw new Error("A migration failed and was rolled back.", { cause: error });
  return results[0]?.migrationName ?? null;
}

/** `lock_not_available` and `deadlock_detected`; https://www.postgresql.org/docs/current/errcodes-appendix.html */
const lockConflicts: ReadonlySet<unknown> = new Set(["55P03", "40P01"]);

/** True for what `migrateUp` throws when others held a table for too long, or waited for one that it held. */
const isLockConflict = (error: unknown): boolean =>
  error instanceof Error && error.cause instanceof pg.DatabaseError && lockConflicts.has(error.cause.code);

/**
 * Runs the pending migrations, each in a transaction of its own. Several starters do so one after the other: Kysely lists
 * the tables before it takes its own lock, which fails when one of them is dropped meanwhile.
 * @returns the names of those that ran here
 */
export const migrateToLatest = (db: Db): Promise<readonly string[]> =>
  oneAtATime(db, "migrations", async (connection) => {
    const ran: string[] = [];
    for (let name = await migratePatiently(connection); name !== null; name = await migratePatiently(connection)) {
      ran.push(name);
    }
    return ran;
  });

/** While others write, a lock may not come in time; then they go on, and it is tried again. */
async function migratePatiently(db: Db): Promise<string | null> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await migrateUp(db);
    } catch (error) {
      if (attempt === lockAttempts || !isLockConflict(error)) throw error;
      await sleep(retryMs);
    }
  }
}
