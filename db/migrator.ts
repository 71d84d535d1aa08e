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
 * Brings the database to the newest migration; several starters at once take turns.
 * @returns the names of the migrations that ran
 * @throws Error when one fails; its cause is what the migration threw
 */
export async function migrateToLatest(db: Kysely<Database>): Promise<readonly string[]> {
  const { error, results = [] } = await openMigrator(db).migrateToLatest();
  if (error !== undefined) throw new Error("A migration failed and was rolled back.", { cause: error });
  return results.filter((result) => result.status === "Success").map((result) => result.migrationName);
}

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const lockNotAvailable = "55P03";

/** True for what `migrateToLatest` throws when others held a table for longer than the connection waits for it. */
export const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error && error.cause instanceof pg.DatabaseError && error.cause.code === lockNotAvailable;
