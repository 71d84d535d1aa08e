import type { KyselyPlugin, QueryId } from "kysely";

/** The options of preparing a statement. */
export interface Preparation {
  readonly name: string;
  /** Runs before the statement, in the same transaction. */
  readonly first?: FirstStatement;
}

/** A statement such as the settings or the lock of a transaction. It is prepared, too. */
export interface FirstStatement {
  readonly name: string;
  readonly text: string;
  readonly values?: readonly unknown[];
}

/**
 * For statements that find rows of a table that is often empty: a plan that was made then would read all of it later. Holds
 * until the end of the transaction.
 */
export const planByIndex: FirstStatement = {
  name: "plan-by-index",
  text: "select set_config('enable_seqscan', 'off', true)",
};

const preparations = new WeakMap<QueryId, Preparation>();

/**
 * Prepares a statement by this name: `db.selectFrom(…).withPlugin(prepared("find-request"))`. A connection then parses it
 * once and, after five calls, plans it once, instead of at each call. For statements that are sent for every call or job:
 *
 * - One name has one text. No part of it depends on a condition, and a list is one array: `= any($1)`. The driver throws
 *   when a name comes with another text.
 * - One plan fits all values: a status is a literal, and no sum may be of few rows or of millions.
 * - One plan fits all times. A table of waiting work is empty at times, and a plan that was made then reads all of it:
 *   `planByIndex` goes first.
 * - It names its columns, so that it gives the same when a migration adds one.
 *
 * With another statement that goes first, both are sent in one round trip, and outside of a transaction in one of their
 * own. If beginning that one fails, the statement may take effect all the same: it must be one that can run by itself.
 */
export const prepared = (name: string, { first }: Omit<Preparation, "name"> = {}): KyselyPlugin => ({
  transformQuery: ({ node, queryId }) => {
    preparations.set(queryId, { name, ...(first !== undefined && { first }) });
    return node;
  },
  transformResult: ({ result }) => Promise.resolve(result),
});

/** Undefined for a statement that is planned at each call. */
export const preparationOf = (queryId: QueryId): Preparation | undefined => preparations.get(queryId);
