import { createHash } from "node:crypto";
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from "kysely";
import type { Pool, PoolClient } from "pg";

/** A statement that has been sent as often is there to be sent again. */
const usesBeforeName = 5;
/** Statements that differ at every call must fill neither our memory nor, at some 50 KB each, that of a connection. */
const maxCounted = 1_000;
const maxNamed = 200;

/**
 * What is to be planned for its values at each call: sums of groups, which may be of very many rows or of few, and what
 * compares a status with a value, since an index of the rows with one status is of no use for any status. Where a
 * status is only set, it does not matter.
 */
const dependsOnValues = /\bgroup by\b|(?<!\bset |, )"(?:state|status|is_demo)" (?:=|<>|in) \(?\$/;

/** Such a text is another for each length of its list, and there would be no end of names. */
const hasList = / in \(\$\d+, |\), \(\$/;

type NameOf = (text: string) => string | undefined;

/**
 * A pool whose connections prepare under a name what is sent to them again and again: the server reads and plans such a
 * statement once for each connection instead of at each call, and plans it again when a table changes. A statement whose
 * columns would change then fails, so none may ask for `*`.
 */
export function withPreparedStatements(pool: Pool): PostgresPool {
  const nameOf = openNames();
  return {
    options: pool.options,
    connect: async () => new PreparingClient(await pool.connect(), nameOf),
    end: () => pool.end(),
  };
}

/** The same text has the same name in every process: a proxy that shares connections between them mixes nothing up. */
function openNames(): NameOf {
  const uses = new Map<string, number>();
  const names = new Map<string, string>();
  return (text) => {
    const name = names.get(text);
    if (name !== undefined || names.size === maxNamed) return name;
    if (uses.size === maxCounted) uses.clear();
    const count = (uses.get(text) ?? 0) + 1;
    uses.set(text, count);
    if (count === usesBeforeName) {
      uses.delete(text);
      names.set(text, createHash("sha256").update(text).digest("base64url"));
    }
    return undefined;
  };
}

class PreparingClient implements PostgresPoolClient {
  readonly #client: PoolClient;
  readonly #nameOf: NameOf;

  constructor(client: PoolClient, nameOf: NameOf) {
    this.#client = client;
    this.#nameOf = nameOf;
  }

  query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query(text: unknown, values: readonly unknown[] = []): unknown {
    if (typeof text !== "string") throw new TypeError("Results are read whole here, not by cursors.");
    // Without values it is sent as it is in one message: most of these begin or end a transaction.
    const isNamed = values.length > 0 && !dependsOnValues.test(text) && !hasList.test(text);
    const name = isNamed ? this.#nameOf(text) : undefined;
    return this.#client.query({ text, values: [...values], ...(name !== undefined && { name }) });
  }

  release(destroy?: boolean): void {
    this.#client.release(destroy);
  }
}
