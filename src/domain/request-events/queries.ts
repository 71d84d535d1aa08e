import type { Insertable } from "kysely";
import { prepared } from "#db/prepared.ts";
import type { Database, Db } from "#db/schema.ts";

/** Writes that a request has ended, in the transaction that ends it. */
export async function insertRequestEvent(db: Db, event: Insertable<Database["request_events"]>): Promise<void> {
  await db.insertInto("request_events").values(event).withPlugin(prepared("insert-request-event")).execute();
}

/** Removes the events of an account. */
export async function deleteRequestEvents(db: Db, userId: string): Promise<void> {
  await db.deleteFrom("request_events").where("user_id", "=", userId).execute();
}
