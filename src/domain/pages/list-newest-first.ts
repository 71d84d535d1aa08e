import { type SelectQueryBuilder, sql } from "kysely";
import type { Database } from "#db/schema.ts";

/** A part of a list: pages count from 1. */
export interface Page {
  readonly page: number;
  readonly limit: number;
}

/** One page of what a query selects, by its `created_at` newest first and then by its `id`, and how many rows there are. */
export async function listNewestFirst<Table extends keyof Database, Row>(
  rows: SelectQueryBuilder<Database, Table, Row>,
  { page, limit }: Page,
) {
  const items = await rows
    .orderBy(sql`created_at`, "desc")
    .orderBy(sql`id`, "desc")
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  const { total } = await rows
    .clearSelect()
    .select(sql<string>`count(*)`.as("total"))
    .executeTakeFirstOrThrow();
  return { items, total: Number(total) };
}
