import { promises as fs } from "node:fs";
import path from "node:path";
import type { Kysely } from "kysely";
import { FileMigrationProvider, Migrator } from "kysely/migration";
import pg from "pg";
import type { Database } from "#db/schema.ts";

/** Kysely's migrator over the numbered files of `db/migrations`. */
export const openMigrator = (db: Kysely<Database>): Migrator =>
  new Migrator({
    db,
    provider: new FileMigrationProvider({ fs, path, migrationFolder: path.join(import.meta.dirname, "migrations") }),
  });

/**
 * Runs the next migration in a transaction of its own, so that its locks end with it; several starters at once take turns.
 * @returns its name; null when there is none left to run
 * @throws Error when it fails; its cause is what the migration threw
 */
export async function migrateUp(db: Kysely<Database>): Promise<string | null> {
  const { error, results = [] } = await openMigrator(db).migrateUp();
  if (error !== undefined) throw new Error("A migration failed and was rolled back.", { cause: error });
  return results[0]?.migrationName ?? null;
}

/** `lock_not_available` and `deadlock_detected`; https://www.postgresql.org/docs/current/errcodes-appendix.html */
const lockConflicts: ReadonlySet<unknown> = new Set(["55P03", "40P01"]);

/** True for what `migrateUp` throws when others held a table for too long, or waited for one that it held. */
export const isLockConflict = (error: unknown): boolean =>
  error instanceof Error && error.cause instanceof pg.DatabaseError && lockConflicts.has(error.cause.code);
