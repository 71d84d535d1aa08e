import { Kysely } from "kysely";
import pg from "pg";
import type { Database, Db } from "#db/schema.ts";
import type { Config } from "#src/config.ts";
import type { Metrics } from "#src/platform/metrics/metrics.ts";
import { PreparingDialect } from "./prepared-statements.ts";

export interface PostgresOptions {
  readonly url: string;
  readonly poolSize: number;
  /** Shown in `pg_stat_activity`. */
  readonly name: string;
  /** The longest that a statement may take, 30 s when absent; 0 for no end. */
  readonly statementTimeoutMs?: number;
  /** The longest that a statement may wait for a lock; as long as it may take when absent. */
  readonly lockTimeoutMs?: number;
  /** The kind of pooler that the address leads to; none when absent. */
  readonly pooler?: Config["databasePooler"];
  /** The metrics to which the connections are reported. */
  readonly metrics?: Pick<Metrics, "watchPool"> | undefined;
}

/** A calendar day is its text: the driver would make it midnight in the time zone of the machine. */
const calendarDay = 1082;

/**
 * A pool of connections behind Kysely. A caller that cannot get one within five seconds gets an error,
 * and the server ends a statement that runs longer than thirty, and a transaction in which nothing is said for as long:
 * a process that stands still must not keep its locks.
 */
export function openPostgres(options: PostgresOptions): Db {
  const { url, poolSize, name, metrics, pooler = "none" } = options;
  const types = new pg.TypeOverrides();
  types.setTypeParser(calendarDay, (text) => text);
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    application_name: name,
    connectionTimeoutMillis: 5_000,
    ...(pooler === "none" && timeoutsOf(options)),
    keepAlive: true,
    pipeline: true,
    types,
  });
  // A connection that breaks while idle is replaced by the pool, and one that breaks between the statements of a
  // transaction fails the next of them; without these listeners either would end the process.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  metrics?.watchPool(pool);
  return new Kysely<Database>({ dialect: new PreparingDialect(pool, { named: pooler !== "transaction" }) });
}

/** The timeouts of a session. Behind a pooler it is of several processes, and the role has to have them. */
const timeoutsOf = ({ statementTimeoutMs = 30_000, lockTimeoutMs = 0 }: PostgresOptions) => ({
  statement_timeout: statementTimeoutMs,
  lock_timeout: lockTimeoutMs,
  idle_in_transaction_session_timeout: 30_000,
});
