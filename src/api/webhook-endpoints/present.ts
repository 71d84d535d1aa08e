import type { WebhookDelivery } from "#src/domain/callbacks/delivery-queries.ts";
import type { WebhookEndpoint } from "#src/domain/callbacks/endpoint-queries.ts";

export const presentEndpoint = ({ id, url, ...endpoint }: WebhookEndpoint) => ({
  endpoint_id: id,
  url: url ?? "",
  description: endpoint.description,
  events: endpoint.events,
  include: endpoint.include,
  state: endpoint.state,
  failing_since: endpoint.failing_since?.toISOString() ?? null,
  disabled_reason: endpoint.disabled_reason,
  disabled_at: endpoint.disabled_at?.toISOString() ?? null,
  created_at: endpoint.created_at.toISOString(),
});

export const presentDelivery = (delivery: WebhookDelivery) => ({
  delivery_id: delivery.id,
  endpoint_id: delivery.endpoint_id,
  event_id: delivery.event_id,
  type: delivery.type,
  url: delivery.url,
  status: delivery.status,
  attempts: delivery.attempts,
  next_attempt_at: delivery.status === "pending" ? (delivery.next_at?.toISOString() ?? null) : null,
  last_status: delivery.last_status,
  last_error: delivery.last_error,
  last_attempt_at: delivery.last_attempt_at?.toISOString() ?? null,
  last_duration_ms: delivery.last_duration_ms,
  payload: payloadOf(delivery),
  created_at: delivery.created_at.toISOString(),
});

const payloadOf = ({ payload }: WebhookDelivery): unknown => (payload === null ? null : JSON.parse(payload));
