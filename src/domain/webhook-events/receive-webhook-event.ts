import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import type { JobName } from "#src/jobs/catalogue.ts";
import type { Dispatcher } from "#src/platform/dispatcher.ts";
import { insertWebhookEvent, insertWebhookEventWithJob, type NewWebhookEvent } from "./queries.ts";

/** An event whose signature has been verified. */
export interface ReceivedEvent extends Omit<NewWebhookEvent, "id" | "status"> {
  /** The work that the event asks for; null for an event that concerns nobody here. */
  readonly job: JobName | null;
}

/**
 * Writes an event down with the work that it asks for, once however often it is delivered.
 * @returns what became of it
 */
export async function receiveWebhookEvent(
  { db, dispatcher }: { readonly db: Kysely<Database>; readonly dispatcher: Dispatcher },
  { job, ...event }: ReceivedEvent,
): Promise<"queued" | "duplicate" | "ignored"> {
  const id = randomUUID();
  if (job === null)
    return (await insertWebhookEvent(db, { ...event, id, status: "ignored" })) ? "ignored" : "duplicate";
  const ticket = await insertWebhookEventWithJob(db, { ...event, id, status: "queued" }, job);
  if (ticket === null) return "duplicate";
  await dispatcher.dispatch(ticket);
  return "queued";
}
