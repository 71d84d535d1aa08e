import {
  type CompiledQuery,
  PostgresDialect,
  type PostgresCursor,
  type PostgresPool,
  type PostgresPoolClient,
  PostgresQueryCompiler,
  type PostgresQueryResult,
  type QueryId,
  type RootOperationNode,
} from "kysely";
import type { Pool, PoolClient } from "pg";
import { nameOfPrepared } from "#db/prepared.ts";

/** The driver hands on nothing of a compiled query but its text and this list of its values. */
const namesByValues = new WeakMap<readonly unknown[], string>();

/** PostgreSQL, with the statements prepared that have a name. */
export class PreparingDialect extends PostgresDialect {
  constructor(pool: Pool) {
    super({ pool: namingPool(pool) });
  }

  override createQueryCompiler(): PostgresQueryCompiler {
    return new NamingCompiler();
  }
}

class NamingCompiler extends PostgresQueryCompiler {
  override compileQuery(node: RootOperationNode, queryId: QueryId): CompiledQuery {
    const compiled = super.compileQuery(node, queryId);
    const name = nameOfPrepared(queryId);
    if (name !== undefined) namesByValues.set(compiled.parameters, name);
    return compiled;
  }
}

const namingPool = (pool: Pool): PostgresPool => ({
  options: pool.options,
  connect: async () => new NamingClient(await pool.connect()),
  end: () => pool.end(),
});

class NamingClient implements PostgresPoolClient {
  readonly #client: PoolClient;

  constructor(client: PoolClient) {
    this.#client = client;
  }

  query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query(text: unknown, values: readonly unknown[] = []): unknown {
    if (typeof text !== "string") throw new TypeError("Results are read whole here, not by cursors.");
    const name = namesByValues.get(values);
    return this.#client.query({ text, values: [...values], ...(name !== undefined && { name }) });
  }

  release(destroy?: boolean): void {
    this.#client.release(destroy);
  }
}
