import type { KyselyPlugin, QueryId } from "kysely";

const names = new WeakMap<QueryId, string>();

/**
 * Prepares a statement by this name: `db.selectFrom(…).withPlugin(prepared("find-request"))`. A connection then parses it
 * once and, after five calls, plans it once, instead of at each call. For statements that are sent for every call or job:
 *
 * - One name has one text. No part of it depends on a condition, and a list is one array: `= any($1)`. The driver throws
 *   when a name comes with another text.
 * - One plan fits all values: a status is a literal, and no sum may be of few rows or of millions.
 * - One plan fits all times. A table of waiting work is empty at times, and a plan that was made then reads all of it.
 * - It names its columns, so that it gives the same when a migration adds one.
 */
export const prepared = (name: string): KyselyPlugin => ({
  transformQuery: ({ node, queryId }) => {
    names.set(queryId, name);
    return node;
  },
  transformResult: ({ result }) => Promise.resolve(result),
});

/** The name under which a statement is to be prepared; undefined for one that is planned at each call. */
export const nameOfPrepared = (queryId: QueryId): string | undefined => names.get(queryId);
