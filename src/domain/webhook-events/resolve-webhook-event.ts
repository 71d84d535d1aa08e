import { sql } from "kysely";
import type { Db } from "#db/schema.ts";
import { DomainError } from "#src/errors.ts";
import { findListedWebhookEvent, type ListedWebhookEvent } from "./list-webhook-events.ts";

/**
 * Marks an event that was quarantined or has failed as resolved, permanently: a later caller gets the first resolution.
 * The event itself is not applied.
 * @param resolution `adminId` is null on the command line
 * @throws DomainError `webhook_event_not_found`, `invalid_transition` for an event that needs no resolution
 */
export async function resolveWebhookEvent(
  { db }: { readonly db: Db },
  { id, adminId }: { readonly id: string; readonly adminId: string | null },
): Promise<ListedWebhookEvent> {
  await db
    .updateTable("webhook_events")
    .set({ resolved_at: sql<Date>`now()`, resolved_by: adminId })
    .where("id", "=", id)
    .where("status", "in", ["quarantined", "failed"])
    .where("resolved_at", "is", null)
    .execute();
  const event = await findListedWebhookEvent({ db }, id);
  if (event === null) throw new DomainError("webhook_event_not_found");
  if (event.resolved_at === null) throw new DomainError("invalid_transition");
  return event;
}
