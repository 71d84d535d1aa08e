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
import type { Pool, PoolClient, QueryConfig, QueryResult } from "pg";
import { type FirstStatement, type Preparation, preparationOf } from "#db/prepared.ts";

/** The driver hands on nothing of a compiled query but its text and this list of its values. */
const preparations = new WeakMap<readonly unknown[], Preparation>();

interface PreparingOptions {
  /** False where a pooler may send the next use of a name to another session, which does not know it. */
  readonly named: boolean;
}

/** PostgreSQL, with the statements prepared that have a name. The pool is in pipeline mode. */
export class PreparingDialect extends PostgresDialect {
  constructor(pool: Pool, options: PreparingOptions) {
    super({ pool: preparingPool(pool, options) });
  }

  override createQueryCompiler(): PostgresQueryCompiler {
    return new PreparingCompiler();
  }
}

class PreparingCompiler extends PostgresQueryCompiler {
  override compileQuery(node: RootOperationNode, queryId: QueryId): CompiledQuery {
    const compiled = super.compileQuery(node, queryId);
    const preparation = preparationOf(queryId);
    if (preparation !== undefined) preparations.set(compiled.parameters, preparation);
    return compiled;
  }
}

const preparingPool = (pool: Pool, { named }: PreparingOptions): PostgresPool => ({
  options: pool.options,
  connect: async () => new PreparingClient(await pool.connect(), named),
  end: () => pool.end(),
});

const begin: FirstStatement = { name: "begin", text: "begin" };
const commit: FirstStatement = { name: "commit", text: "commit" };

class PreparingClient implements PostgresPoolClient {
  readonly #client: PoolClient;
  readonly #named: boolean;

  constructor(client: PoolClient, named: boolean) {
    this.#client = client;
    this.#named = named;
  }

  query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query(text: unknown, values: readonly unknown[] = []): unknown {
    if (typeof text !== "string") throw new TypeError("Results are read whole here, not by cursors.");
    const { name, first } = preparations.get(values) ?? {};
    const statement = { text, values: [...values], ...(name !== undefined && { name }) };
    return first === undefined ? this.#send(statement) : this.#afterFirst(first, statement);
  }

  #send({ text, name, values = [] }: QueryConfig | FirstStatement): Promise<QueryResult> {
    return this.#client.query({ text, values: [...values], ...(this.#named && name !== undefined && { name }) });
  }

  /** In one round trip. When a statement fails, those after it do, and a commit rolls back. */
  async #afterFirst(first: FirstStatement, statement: QueryConfig): Promise<QueryResult> {
    const send = (each: QueryConfig | FirstStatement) => this.#send(each);
    const isIdle = this.#client.getTransactionStatus() === "I";
    const before = (isIdle ? [begin, first] : [first]).map(send);
    const result = send(statement);
    const after = (isIdle ? [commit] : []).map(send);
    const ends = await Promise.allSettled([...before, result, ...after]);
    const failed = ends.find((end) => end.status === "rejected");
    if (failed !== undefined) throw failed.reason;
    return result;
  }

  release(destroy?: boolean): void {
    this.#client.release(destroy);
  }
}
