import { promises as fs } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { FileMigrationProvider, type MigrationProvider, Migrator } from "kysely/migration";
import pg from "pg";
import { oneAtATime } from "#db/one-at-a-time.ts";
import { baseline, isFromBeforeBaseline, recordBaseline, replacedProvider } from "#db/replaced-migrations.ts";
import type { Db } from "#db/schema.ts";

/**
 * No statement waits longer than that behind a migration that waits for a lock. It is well under the second after which
 * PostgreSQL looks for a deadlock, and ends the transaction that has waited so long: a migration gives way before, so that
 * no call of the release at work is ended in its place.
 */
export const lockTimeoutMs = 500;
const lockAttempts = 60;
const retryMs = 1_000;

/** The numbered files of `db/migrations`. */
export const ownMigrations: MigrationProvider = new FileMigrationProvider({
  fs,
  path,
  migrationFolder: path.join(import.meta.dirname, "migrations"),
});

/** Kysely's migrator over the migrations of this release. */
export const openMigrator = (db: Db, provider = ownMigrations): Migrator => new Migrator({ db, provider });

/**
 * Runs the next migration in a transaction of its own, so that its locks end with it.
 * @returns its name; null when there is none left to run
 * @throws Error when it fails; its cause is what the migration threw
 */
async function migrateUp(migrator: Migrator): Promise<string | null> {
  const { error, results = [] } = await migrator.migrateUp();
  if (error !== undefined) throw new Error("A migration failed and was rolled back.", { cause: error });
  return results[0]?.migrationName ?? null;
}

/** `lock_not_available` and `deadlock_detected`; https://www.postgresql.org/docs/current/errcodes-appendix.html */
const lockConflicts: ReadonlySet<unknown> = new Set(["55P03", "40P01"]);

/** True for what a migration throws when others held a table for too long, or waited for one that it held. */
function isLockConflict(error: unknown): boolean {
  const cause = error instanceof Error ? (error.cause ?? error) : null;
  return cause instanceof pg.DatabaseError && lockConflicts.has(cause.code);
}

/**
 * Runs the pending migrations, each in a transaction of its own. Several starters do so one after the other: Kysely lists
 * the tables before it takes its own lock, which fails when one of them is dropped meanwhile.
 * @returns the names of those that ran here, and of the baseline when it was recorded here
 */
export const migrateToLatest = (db: Db, provider = ownMigrations): Promise<readonly string[]> =>
  oneAtATime(db, "migrations", async (connection) => {
    const recorded = (await patiently(() => isFromBeforeBaseline(connection)))
      ? await replaceByBaseline(connection)
      : [];
    return [...recorded, ...(await runAll(openMigrator(connection, provider)))];
  });

/** Runs the replaced migrations that a database lacks, and records the baseline in place of all of them. */
async function replaceByBaseline(db: Db): Promise<readonly string[]> {
  const ran = await runAll(openMigrator(db, replacedProvider));
  await patiently(() => recordBaseline(db));
  return [...ran, baseline];
}

async function runAll(migrator: Migrator): Promise<readonly string[]> {
  const ran: string[] = [];
  const next = (): Promise<string | null> => patiently(() => migrateUp(migrator));
  for (let name = await next(); name !== null; name = await next()) ran.push(name);
  return ran;
}

/** While others write, a lock may not come in time; then they go on, and it is tried again. */
async function patiently<Result>(migrate: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await migrate();
    } catch (error) {
      if (attempt === lockAttempts || !isLockConflict(error)) throw error;
      await sleep(retryMs);
    }
  }
}
