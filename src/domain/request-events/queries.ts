import { type Insertable, sql } from "kysely";
import { prepared } from "#db/prepared.ts";
import type { Database, Db } from "#db/schema.ts";

/** For how long an event is kept. */
const kept = sql`interval '30 days'`;
const batch = 500;

/** Writes that a request has ended, in the transaction that ends it. */
export async function insertRequestEvent(db: Db, event: Insertable<Database["request_events"]>): Promise<void> {
  await db.insertInto("request_events").values(event).withPlugin(prepared("insert-request-event")).execute();
}

/** Removes the events of an account. */
export async function deleteRequestEvents(db: Db, userId: string): Promise<void> {
  await db.deleteFrom("request_events").where("user_id", "=", userId).execute();
}

/** Removes events that are 30 days old, the oldest first. @returns how many there were this time, which is 0 when nothing is left */
export async function sweepRequestEvents({ db }: { readonly db: Db }): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("request_events")
    .where("id", "in", (eb) =>
      eb
        .selectFrom("request_events")
        .select("id")
        .where("created_at", "<", sql<Date>`now() - ${kept}`)
        .orderBy("created_at")
        .limit(batch)
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
