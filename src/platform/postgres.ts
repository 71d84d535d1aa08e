import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { Database } from "#db/schema.ts";

export interface PostgresOptions {
  readonly url: string;
  readonly poolSize: number;
  /** Shown in `pg_stat_activity`. */
  readonly name: string;
}

/** A calendar day is its text: the driver would make it midnight in the time zone of the machine. */
const calendarDay = 1082;

/**
 * A pool of connections behind Kysely. A caller that cannot get one within five seconds gets an error,
 * and the server ends a statement that runs longer than thirty, and a transaction in which nothing is said for as long:
 * a process that stands still must not keep its locks.
 */
export function openPostgres({ url, poolSize, name }: PostgresOptions): Kysely<Database> {
  const types = new pg.TypeOverrides();
  types.setTypeParser(calendarDay, (text) => text);
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    application_name: name,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
    types,
  });
  // A connection that breaks while idle is replaced by the pool, and one that breaks between the statements of a
  // transaction fails the next of them; without these listeners either would end the process.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
}
