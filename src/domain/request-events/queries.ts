import { type Insertable, sql } from "kysely";
import { planByIndex, prepared } from "#db/prepared.ts";
import type { Database, Db } from "#db/schema.ts";
import { type CallbackEvent, insertedDeliveries, releasedDeliveries } from "#src/domain/callbacks/callback-events.ts";

type RequestEvent = Insertable<Database["request_events"]>;

const insertedEvent = ({ user_id: userId, subject_type: subject, subject_id: id, type, facts }: RequestEvent) => sql`
  insert into request_events (user_id, subject_type, subject_id, type, facts)
  values (${userId}::uuid, ${subject}, ${id}::uuid, ${type}, ${facts}::jsonb)`;

/**
 * Writes that a request has ended, in the transaction that ends it, with the deliveries to the customer's addresses in the same statement: an account
 * without endpoints has no row to be found for it.
 * @param callback is null for the requests of no account
 */
export async function insertRequestEvent(db: Db, event: RequestEvent, callback: CallbackEvent | null): Promise<void> {
  if (callback === null) {
    await insertedEvent(event).withPlugin(prepared("insert-request-event")).execute(db);
    return;
  }
  await sql`
    with event as (${insertedEvent(event)}), released as (${releasedDeliveries(callback)})
    ${insertedDeliveries(callback)}`
    .withPlugin(prepared("insert-request-event-of-account", { first: planByIndex }))
    .execute(db);
}

/** Removes the events of an account. */
export async function deleteRequestEvents(db: Db, userId: string): Promise<void> {
  await db.deleteFrom("request_events").where("user_id", "=", userId).execute();
}
