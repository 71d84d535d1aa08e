import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { deliveryStatuses } from "#db/webhook-schema.ts";
import type { Db } from "#db/schema.ts";
import { listNewestFirst, type Page } from "#src/domain/pages/list-page.ts";
import { DomainError } from "#src/errors.ts";
import { callbackEvent } from "./callback-events.ts";
import type { OwnEndpoint } from "./endpoint-queries.ts";

const selectDeliveries = (db: Db) =>
  db
    .selectFrom("webhook_deliveries")
    .select(["id", "endpoint_id", "event_id", "type", "subject_id", "payload", "url", "form", "status", "attempts"])
    .select(["last_status", "last_error", "last_attempt_at", "last_duration_ms", "created_at"])
    // While an attempt is made, it says when that is taken to be dead.
    .select((eb) => eb.case().when("sending_until", "is", null).then(eb.ref("next_at")).end().as("next_at"));

/** A delivery as its owner sees it. */
export type WebhookDelivery = Awaited<ReturnType<ReturnType<typeof selectDeliveries>["executeTakeFirstOrThrow"]>>;

/** One page of the deliveries of an endpoint, which the caller has found to be the account's. */
export const listDeliveries = (
  db: Db,
  endpointId: string,
  { status, ...page }: Page & { readonly status?: (typeof deliveryStatuses)[number] | undefined },
) =>
  listNewestFirst(
    db,
    selectDeliveries(db)
      .where("endpoint_id", "=", endpointId)
      .$if(status !== undefined, (query) => query.where("status", "=", status ?? "pending")),
    page,
  );

/** The status that the address which one call named has answered last; null where it has not, or there is none. */
export async function findCallbackStatus(
  db: Db,
  { requestId, userId }: { readonly requestId: string; readonly userId: string },
): Promise<number | null> {
  const row = await db
    .selectFrom("webhook_deliveries as delivery")
    .innerJoin("webhook_endpoints as endpoint", "endpoint.id", "delivery.endpoint_id")
    .select("delivery.last_status")
    .where("endpoint.user_id", "=", userId)
    .where("endpoint.url", "is", null)
    .where("delivery.event_id", "=", requestId)
    .executeTakeFirst();
  return row?.last_status ?? null;
}

/** Writes a test event for one endpoint, whatever that asks for. */
export async function insertTestDelivery(db: Db, { endpointId, userId }: OwnEndpoint): Promise<WebhookDelivery> {
  const {
    id: eventId,
    payload,
    traceparent,
  } = callbackEvent({ type: "webhook.test", userId, subjectId: null }, { endpoint_id: endpointId });
  const id = randomUUID();
  const event = { id, endpoint_id: endpointId, event_id: eventId, type: "webhook.test", payload, traceparent };
  await db
    .insertInto("webhook_deliveries")
    .values({ ...event, next_at: sql<Date>`now()` })
    .execute();
  return selectDeliveries(db).where("id", "=", id).executeTakeFirstOrThrow();
}

/**
 * Makes a delivery due now, whatever has become of it; one that is being attempted, or waits for its request, stays as it is.
 * @throws DomainError `webhook_delivery_not_found`; `invalid_transition` for one whose endpoint is disabled
 */
export async function retryDelivery(
  db: Db,
  { deliveryId, userId }: { readonly deliveryId: string; readonly userId: string },
): Promise<WebhookDelivery> {
  const found = await db
    .selectFrom("webhook_deliveries as delivery")
    .innerJoin("webhook_endpoints as endpoint", "endpoint.id", "delivery.endpoint_id")
    .select("endpoint.state")
    .where("delivery.id", "=", deliveryId)
    .where("endpoint.user_id", "=", userId)
    .executeTakeFirst();
  if (found === undefined) throw new DomainError("webhook_delivery_not_found");
  if (found.state === "disabled") throw new DomainError("invalid_transition");
  await db
    .updateTable("webhook_deliveries")
    .set({ status: "pending", next_at: sql<Date>`now()` })
    .where("id", "=", deliveryId)
    .where("status", "<>", "waiting")
    .where("sending_until", "is", null)
    .execute();
  const row = await selectDeliveries(db).where("id", "=", deliveryId).executeTakeFirst();
  if (row === undefined) throw new DomainError("webhook_delivery_not_found");
  return row;
}
