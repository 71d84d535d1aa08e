import { sql } from "kysely";
import { prepared } from "#db/prepared.ts";
import type { Db } from "#db/schema.ts";
import { asynchronousCommit } from "#src/domain/asynchronous-commit.ts";
import { type FinalResult, finalResult } from "./finals.ts";
import type { HeldSession } from "./queries.ts";

/**
 * Keeps a final of a session as a row, which is done before a client gets it; once, however often it is tried. A crash of the database may
 * undo it. The lock on the session is one for which a takeover waits: it sees what was kept before.
 * @returns false when the session has ended, or goes on in another process
 */
export async function keepFinal(db: Db, { requestId, epoch }: HeldSession, final: FinalResult): Promise<boolean> {
  const row = await db
    .insertInto("live_finals")
    .columns(["request_id", "id", "end_seconds", "final"])
    .expression((eb) =>
      eb
        .selectFrom("live_sessions")
        .select([
          "request_id",
          sql<number>`${Number(final.id)}::integer`.as("id"),
          sql<number>`${final.end}::float8`.as("end_seconds"),
          sql<string>`${JSON.stringify(final)}::jsonb`.as("final"),
        ])
        .where("request_id", "=", requestId)
        .where("epoch", "=", epoch)
        .forShare(),
    )
    .onConflict((conflict) =>
      conflict.columns(["request_id", "id"]).doUpdateSet({ final: (eb) => eb.ref("excluded.final") }),
    )
    .returning(asynchronousCommit)
    .withPlugin(prepared("keep-live-final"))
    .executeTakeFirst();
  return row !== undefined;
}

/** A range of the finals of a session. */
interface FinalsAfter {
  /** The number after which they begin. */
  readonly after?: number;
  readonly limit?: number;
}

/** Reads finals of a session as they came, those among them that others replace. */
export async function findFinals(
  db: Db,
  requestId: string,
  { after = 0, limit }: FinalsAfter = {},
): Promise<readonly FinalResult[]> {
  const rows = await db
    .selectFrom("live_finals")
    .select("final")
    .where("request_id", "=", requestId)
    .where("id", ">", after)
    .orderBy("id")
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .execute();
  return rows.map(({ final }) => finalResult.parse(final));
}

/** The number of the last final of a session, and the second at which the latest ends; 0 where it has none. */
export async function findLastFinal(
  db: Db,
  requestId: string,
): Promise<{ readonly lastId: number; readonly endSeconds: number }> {
  const row = await db
    .selectFrom("live_finals")
    .select((eb) => [eb.fn.max("id").as("id"), eb.fn.max("end_seconds").as("end")])
    .where("request_id", "=", requestId)
    .executeTakeFirst();
  return { lastId: row?.id ?? 0, endSeconds: row?.end ?? 0 };
}

/** Says that this transaction takes sessions over that keep their finals as rows, which the release before does not. */
export async function readsRows(trx: Db): Promise<void> {
  await sql`select set_config('speech.finals', 'rows', true)`.execute(trx);
}

/** Makes rows of the finals that the release before has kept in the list of a session. */
export async function moveListedFinals(trx: Db, requestId: string): Promise<void> {
  await sql`
    insert into live_finals (request_id, id, end_seconds, final)
    select request_id, (one ->> 'id')::integer, (one ->> 'end')::float8, one
    from live_sessions cross join jsonb_array_elements(finals) one where request_id = ${requestId}`.execute(trx);
  await trx
    .updateTable("live_sessions")
    .set({ finals: "[]" })
    .where("request_id", "=", requestId)
    .where(sql<boolean>`finals != '[]'`)
    .execute();
}
