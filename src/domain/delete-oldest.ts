import { type RawBuilder, sql } from "kysely";
import type { Db } from "#db/schema.ts";

const batch = 500;
/** A batch of recordings goes with up to 10,000 items. */
const batchesAtOnce = 5;

const tables = [
  ...(["contact_submissions", "document_exports", "feedback", "request_events", "speech_batches"] as const),
  ...(["webhook_deliveries", "webhook_events"] as const),
] as const;

/** Rows of a table whose time lies so many days back. */
interface OldRows {
  readonly table: (typeof tables)[number];
  /** The column of the time; rows without one stay. */
  readonly time: "created_at" | "closed_at" | "finished_at" | "processed_at";
  readonly days: number;
  /** A further condition; all rows when absent. */
  readonly where?: RawBuilder<unknown>;
}

/** Deletes a batch of old rows, the oldest first. @returns how many there were this time, which is 0 when nothing is left */
export async function deleteOldest(db: Db, { table, time, days, where = sql`true` }: OldRows): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where id in (
      select id from ${sql.table(table)}
      where ${where} and ${sql.ref(time)} < now() - make_interval(days => ${days})
      order by ${sql.ref(time)} limit ${sql.lit(table === "speech_batches" ? batchesAtOnce : batch)} for update skip locked
    )`.execute(db);
  return Number(numAffectedRows ?? 0);
}
