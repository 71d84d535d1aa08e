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
 * and a statement that runs longer than thirty is ended by the server.
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
    keepAlive: true,
    types,
  });
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  pool.on("error", () => undefined);
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
}
