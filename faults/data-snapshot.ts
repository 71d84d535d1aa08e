import { createHash } from "node:crypto";
import { pipeline } from "node:stream/promises";
import { sql } from "kysely";
import type { Database, Db } from "#db/schema.ts";
import type { Resources } from "#src/platform/resources.ts";

const tables = [
  "speech_requests",
  "jobs",
  "balances",
  "holds",
  "credit_ledger",
  "usage_days",
  "usage_totals",
  "usage_months",
  "usage_keys",
  "usage_latencies",
] as const;

/** The rows and objects that requests leave, as text: each row as JSON, each object that a row names with the SHA-256 of its bytes. */
export type DataSnapshot = readonly string[];

export async function snapshotData({ db, store }: Resources): Promise<DataSnapshot> {
  const rows = await Promise.all(tables.map((table) => rowsOf(db, table)));
  const named = await keysNamed(db);
  const objects = await Promise.all(named.map(async (key) => `object ${key} ${await digestOf(store, key)}`));
  return [...rows.flat(), ...objects];
}

/** Counts the rows and objects that are there before or after only; one that was changed counts as both. */
export function countDifferences(before: DataSnapshot, after: DataSnapshot): number {
  return new Set(before).symmetricDifference(new Set(after)).size;
}

async function rowsOf(db: Db, table: keyof Database): Promise<readonly string[]> {
  const { rows } = await sql<{ row: string }>`
    select to_jsonb(one)::text as row from ${sql.table(table)} as one`.execute(db);
  return rows.map(({ row }) => `${table} ${row}`);
}

async function keysNamed(db: Db): Promise<readonly string[]> {
  const rows = await db.selectFrom("speech_requests").select(["source_key", "result_key"]).execute();
  return rows.flatMap((row) => [row.source_key, row.result_key]).filter((key) => key !== null);
}

/** The SHA-256 of an object, in hex; `gone` where there is none. */
export async function digestOf(store: Resources["store"], key: string): Promise<string> {
  const object = await store.read(key);
  if (object === null) return "gone";
  const hash = createHash("sha256");
  await pipeline(object, hash);
  return hash.digest("hex");
}
