import { promises as fs } from "node:fs";
import path from "node:path";
import { sql } from "kysely";
import { FileMigrationProvider, type MigrationProvider } from "kysely/migration";
import type { Db } from "#db/schema.ts";

export const baseline = "0001-baseline";

/** The migrations that the baseline replaced, in their order: it makes what they made together. */
export const replacedMigrations: readonly string[] = [
  "0001-accounts",
  "0002-speech",
  "0003-jobs",
  "0004-identities",
  "0005-feedback",
  "0006-erasure",
  "0007-rate-limits",
  "0008-job-lanes",
  "0009-demo-retention",
  "0010-credits",
  "0011-subscriptions",
  "0012-usage-totals",
  "0013-attention",
  "0014-job-turns",
  "0015-feedback-of-request",
  "0016-pending-objects",
  "0017-begun-turns",
  "0018-usage-months",
  "0019-stored-objects",
  "0021-key-scopes",
  "0023-role-sources",
  "0024-ledger-reasons",
  "0025-free-credits",
  "0026-engines",
  "0027-removal-holds",
  "0028-transcript-format",
  "0029-input-type",
  "0030-voice-facts",
  "0031-voice-matching",
  "0032-synthesis-cache",
  "0033-voice-search",
  "0034-word-timestamps",
  "0035-job-groups",
  "0036-explicit-usage-sums",
  "0037-audio-formats",
  "0039-streamed-synthesis",
  "0040-temporary-tokens",
  "0041-request-search",
  "0044-favorite-voices",
  "0045-sample-texts",
  "0047-contact-message",
  "0048-checklist",
  "0049-usage-by-key",
  "0050-key-limits",
  "0051-receipts",
  "0052-top-ups",
  "0058-daily-figures",
  "0059-queue-samples",
  "0060-model-pulls",
  "0061-credit-alerts",
  "0062-device-authorizations",
  "0063-unused-job-columns",
  "0064-balances-and-holds",
  "0065-usage-latencies",
  "0066-delivered-streams",
  "0068-key-of-demo-callers",
  "0069-drawn-receipts",
  "0070-carried-cycles",
  "0073-key-expiry",
  "0074-session-id-tokens",
  "0075-subscription-reminders",
];

/** The newest migration of the release before the baseline: a database that has all up to it can be upgraded. */
export const oldestUpgraded = "0065-usage-latencies";

/** The files of those that the release before the baseline lacks. */
const catchUpFolder = path.join(import.meta.dirname, "catch-up");

/** The replaced migrations, for a database that lacks the newest of them: the older ones are there by name alone. */
export const replacedProvider: MigrationProvider = {
  getMigrations: async () => {
    const files = new FileMigrationProvider({ fs, path, migrationFolder: catchUpFolder });
    const applied = replacedMigrations.map((name) => [name, { up: () => Promise.resolve() }] as const);
    return { ...Object.fromEntries(applied), ...(await files.getMigrations()) };
  },
};

/**
 * True for a database that the replaced migrations made.
 * @throws Error for one that lacks migrations up to the oldest release that can be upgraded, or has others beside them
 */
export async function isFromBeforeBaseline(db: Db): Promise<boolean> {
  const applied = await listApplied(db);
  if (!applied.some((name) => replacedMigrations.includes(name))) return false;
  const needed = replacedMigrations.slice(0, replacedMigrations.indexOf(oldestUpgraded) + 1);
  const missing = needed.find((name) => !applied.includes(name));
  if (missing !== undefined) {
    throw new Error(
      `This database lacks the migration ${missing}. First install the last release that has ` +
        `db/migrations/${oldestUpgraded}.ts, run its "node src/migrate.ts", and then upgrade to this release.`,
    );
  }
  const unknown = applied.find((name) => !replacedMigrations.includes(name));
  if (unknown !== undefined) throw new Error(`This database has the migration ${unknown}, which this release lacks.`);
  return true;
}

/** Records the baseline in a database that has all replaced migrations, in place of their names; its tables stay as they are. */
export const recordBaseline = (db: Db): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await sql`delete from kysely_migration`.execute(trx);
    await sql`
      insert into kysely_migration (name, timestamp) values (${baseline}, ${new Date().toISOString()})`.execute(trx);
  });

async function listApplied(db: Db): Promise<readonly string[]> {
  const found = await sql`select from pg_class where oid = to_regclass('kysely_migration')`.execute(db);
  if (found.rows.length === 0) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}
