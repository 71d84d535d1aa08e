import pg from "pg";

export type Pool = pg.Pool;
/** One connection, in a transaction. */
export type Transaction = pg.PoolClient;

/** Any number will do: it keeps two processes from making the tables at the same time. */
const lockKey = 7_305_215;

export interface DatabaseOptions {
  readonly url: string;
  /** By which the database knows our connections. */
  readonly name: string;
  /** The statements that make what is missing. */
  readonly tables: string;
}

/** A pool of connections to a sandbox's own schema, which is made when it is missing. */
export async function openDatabase({ url, name, tables }: DatabaseOptions): Promise<Pool> {
  const pool = new pg.Pool({ connectionString: url, max: 5, application_name: name });
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  pool.on("error", () => undefined);
  await inTransaction(pool, async (transaction) => {
    await transaction.query("select pg_advisory_xact_lock($1)", [lockKey]);
    await transaction.query(tables);
  });
  return pool;
}

/** Commits what `work` has done, or nothing of it when it throws. */
export async function inTransaction<Result>(
  pool: Pool,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    const result = await work(client);
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback");
    throw error;
  } finally {
    client.release();
  }
}
