import { type SelectQueryBuilder, sql } from "kysely";
import type { Db } from "#db/schema.ts";

/** A part of a list: pages count from 1. */
export interface Page {
  readonly page: number;
  readonly limit: number;
}

/** A page of a list and the length of the whole list. */
export interface ListedPage<Item> {
  readonly items: readonly Item[];
  readonly total: number;
  readonly totalIsEstimate: boolean;
  readonly hasNext: boolean;
}

/** The most rows that are counted: a list with more has an estimated total, so that its cost does not grow with it. */
const mostCounted = 10_000;

/**
 * One page of an ordered query without `distinct` and `group by`. The page on which a list ends tells the exact total; others count up to
 * `mostCounted` rows, and longer lists are estimated by the planner.
 */
export async function listPage<Tables, Table extends keyof Tables, Row>(
  db: Db,
  rows: SelectQueryBuilder<Tables, Table, Row>,
  { page, limit }: Page,
) {
  const before = (page - 1) * limit;
  const found = await rows
    .limit(limit + 1)
    .offset(before)
    .execute();
  const items = found.slice(0, limit);
  const hasNext = found.length > limit;
  const isEnd = !hasNext && (page === 1 || found.length > 0);
  if (isEnd) return { items, hasNext, total: before + found.length, totalIsEstimate: false };
  // A page past the end shows the most that there can be.
  const bounds = found.length > 0 ? { least: before + found.length } : { least: 0, most: before };
  return { items, hasNext, ...(await countRows(db, rows, bounds)) };
}

interface Bounds {
  readonly least: number;
  readonly most?: number;
}

async function countRows<Tables, Table extends keyof Tables, Row>(
  db: Db,
  rows: SelectQueryBuilder<Tables, Table, Row>,
  { least, most = Number.MAX_SAFE_INTEGER }: Bounds,
) {
  const bare = rows
    .clearSelect()
    .clearOrderBy()
    .select(sql<number>`1`.as("one"));
  if (least <= mostCounted) {
    const counted = await sql<{ total: number }>`
      select count(*)::int as total from (${bare.limit(mostCounted + 1)}) as counted`.execute(db);
    const total = counted.rows[0]?.total ?? 0;
    if (total <= mostCounted) return { total: Math.max(total, least), totalIsEstimate: false };
  }
  const estimate = await estimateRows(bare);
  return { total: Math.max(mostCounted + 1, least, Math.min(estimate, most)), totalIsEstimate: true };
}

interface ExplainedRow {
  readonly "QUERY PLAN": readonly [{ readonly Plan: { readonly "Plan Rows": number } }];
}

/** The number of rows that the planner expects, by the statistics of the tables. */
async function estimateRows<Tables, Table extends keyof Tables, Row>(
  rows: SelectQueryBuilder<Tables, Table, Row>,
): Promise<number> {
  const [explained] = await rows.explain<ExplainedRow>("json");
  return Math.round(explained?.["QUERY PLAN"][0].Plan["Plan Rows"] ?? 0);
}

/** One page of what a query selects, by its `created_at` newest first and then by its `id`. */
export const listNewestFirst = <Tables, Table extends keyof Tables, Row>(
  db: Db,
  rows: SelectQueryBuilder<Tables, Table, Row>,
  page: Page,
) => listPage(db, rows.orderBy(sql`created_at`, "desc").orderBy(sql`id`, "desc"), page);
