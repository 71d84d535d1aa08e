import { randomUUID } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import type { callbackEventTypes } from "#db/webhook-schema.ts";
import { currentTraceparent } from "#src/spans.ts";

/** Something that a customer's endpoints are called for. */
export interface CallbackEvent {
  /** Unique: an endpoint is called once for one that is written twice. */
  readonly id: string;
  readonly type: (typeof callbackEventTypes)[number] | "webhook.test";
  readonly userId: string;
  /** The request, voice or subscription that it is about; null for none. */
  readonly subjectId: string | null;
  /** The body. */
  readonly payload: string;
  /** The span in which it happens; null where none is recorded. */
  readonly traceparent: string | null;
}

/** An event that happens now. @param data holds ids and states, no contents */
export function callbackEvent(
  event: Pick<CallbackEvent, "type" | "userId" | "subjectId">,
  data: Readonly<Record<string, unknown>>,
): CallbackEvent {
  const payload = JSON.stringify({ type: event.type, timestamp: new Date().toISOString(), data });
  return { ...event, id: randomUUID(), payload, traceparent: currentTraceparent() };
}

/** The part of a statement that writes an event for each endpoint of its account that asks for it. */
export const insertedDeliveries = ({
  id,
  type,
  userId,
  subjectId,
  ...event
}: CallbackEvent): RawBuilder<unknown> => sql`
  insert into webhook_deliveries (id, endpoint_id, event_id, type, subject_id, payload, traceparent, next_at)
  select gen_random_uuid(), endpoint.id, ${id}::uuid, ${type}, ${subjectId}::uuid, ${event.payload}, ${event.traceparent}, now()
  from webhook_endpoints as endpoint
  where endpoint.user_id = ${userId}::uuid and endpoint.state = 'enabled' and ${type} = any (endpoint.events)
  for key share of endpoint
  on conflict (endpoint_id, event_id) do nothing`;

/** The part of a statement that lets go what waits at the address of a single call for the end of its request. */
export const releasedDeliveries = ({ type, subjectId, ...event }: CallbackEvent): RawBuilder<unknown> => sql`
  update webhook_deliveries set
    status = 'pending', next_at = now(), type = ${type}, payload = ${event.payload}, traceparent = ${event.traceparent}
  where subject_id = ${subjectId}::uuid and status = 'waiting'`;
