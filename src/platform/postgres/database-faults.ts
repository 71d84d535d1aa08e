import { sql } from "kysely";
import type { Db } from "#db/schema.ts";
import type { Config } from "#src/config.ts";
import type { Logger } from "#src/platform/logger.ts";

/** Leases, sessions and signatures go by the clock of the process or of the database. */
const clockToleranceMs = 5 * 60_000;
const minuteMs = 60_000;

interface Facts {
  readonly readonly: string;
  readonly now: number;
  readonly statement: string;
  readonly idle: string;
}

/**
 * Looks for what would make the database unusable. One that does not answer is logged, and no reason not to start.
 * @returns what is wrong and how to mend it, a sentence or two for each fault
 */
export async function findDatabaseFaults(
  db: Db,
  { databasePooler: pooler, log }: Pick<Config, "databasePooler"> & { readonly log: Logger },
): Promise<readonly string[]> {
  const before = Date.now();
  let facts: Facts | undefined;
  try {
    facts = await db.transaction().execute(readFacts);
  } catch (error) {
    const fault = faultOf(String(error));
    if (fault !== null) return [fault];
    log.warn({ error: String(error) }, "the database could not be checked");
  }
  if (facts === undefined) return [];
  const offMs = facts.now - (before + Date.now()) / 2;
  if (pooler !== "none" && [facts.statement, facts.idle].includes("0")) log.warn(timeoutsText);
  return [
    ...(facts.readonly === "on" ? [readonlyText] : []),
    ...(Math.abs(offMs) > clockToleranceMs ? [clockText(offMs)] : []),
  ];
}

async function readFacts(trx: Db): Promise<Facts | undefined> {
  const { rows } = await sql<Facts>`
    select current_setting('transaction_read_only') as readonly,
      (extract(epoch from clock_timestamp()) * 1000)::float8 as now,
      current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle`.execute(trx);
  return rows[0];
}

/** Reads what poolers answer; https://www.pgbouncer.org/config.html */
function faultOf(message: string): string | null {
  if (/unsupported startup parameter/.test(message))
    return "DATABASE_URL leads to a pooler. Set DATABASE_POOLER to transaction, or DATABASE_URL to PostgreSQL itself.";
  if (/statement pooling mode/.test(message))
    return "DATABASE_URL leads to a pooler in statement mode, which has no transactions. Set its pool_mode to transaction.";
  return null;
}

const readonlyText =
  "DATABASE_URL leads to a PostgreSQL that only reads: a standby, or a primary that was demoted. Set it to the primary, or to the address that follows it.";

const clockText = (offMs: number): string =>
  `The clock of this machine is ${Math.round(Math.abs(offMs) / minuteMs)} minutes ${offMs > 0 ? "behind" : "ahead of"} that of the database. Correct the one that is wrong, by NTP.`;

const timeoutsText =
  "the role of the database has no timeouts, which a pooler does not pass on: alter role … set statement_timeout = '30s'; alter role … set idle_in_transaction_session_timeout = '30s'";
