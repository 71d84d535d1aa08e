import { sql } from "kysely";
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

const newestReplaced = replacedMigrations.at(-1) ?? "";

/**
 * Records the baseline in a database that the migrations before it made, in place of their names; its tables stay as they are.
 * @returns true when it was recorded; false for an empty database and for one that has the baseline
 * @throws Error for a database that has some of those migrations only, or others beside them
 */
export const recordBaseline = (db: Db): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const applied = await listApplied(trx);
    if (!applied.some((name) => replacedMigrations.includes(name))) return false;
    const missing = replacedMigrations.find((name) => !applied.includes(name));
    if (missing !== undefined) {
      throw new Error(
        `This database lacks the migration ${missing}. First install the last release that has ` +
          `db/migrations/${newestReplaced}.ts, run its "node src/migrate.ts", and then upgrade to this release.`,
      );
    }
    const unknown = applied.find((name) => !replacedMigrations.includes(name));
    if (unknown !== undefined) throw new Error(`This database has the migration ${unknown}, which this release lacks.`);
    await sql`delete from kysely_migration`.execute(trx);
    await sql`
      insert into kysely_migration (name, timestamp) values (${baseline}, ${new Date().toISOString()})`.execute(trx);
    return true;
  });

async function listApplied(db: Db): Promise<readonly string[]> {
  const found = await sql`select from pg_class where oid = to_regclass('kysely_migration')`.execute(db);
  if (found.rows.length === 0) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}
