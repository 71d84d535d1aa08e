import { randomUUID } from "node:crypto";
import type { JobName } from "#src/jobs/catalogue.ts";
import { promoteNext, type PromoterContext } from "#src/domain/jobs/promote-next.ts";
import { insertWebhookEvent, insertWebhookEventWithJob, type NewWebhookEvent } from "./queries.ts";

/** An event whose signature has been verified. */
export interface ReceivedEvent extends Omit<NewWebhookEvent, "id" | "status"> {
  /** The work that the event asks for; null for an event without an account here. */
  readonly job: JobName | null;
}

/**
 * Writes an event down with the work that it asks for, once however often it is delivered.
 * @returns what became of it
 */
export async function receiveWebhookEvent(
  resources: PromoterContext,
  { job, ...event }: ReceivedEvent,
): Promise<"queued" | "duplicate" | "ignored"> {
  const { db } = resources;
  const id = randomUUID();
  if (job === null)
    return (await insertWebhookEvent(db, { ...event, id, status: "ignored" })) ? "ignored" : "duplicate";
  if (!(await insertWebhookEventWithJob(db, { ...event, id, status: "queued" }, job))) return "duplicate";
  promoteNext(resources);
  return "queued";
}
