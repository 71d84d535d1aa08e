import { later, moment } from "./examples.ts";
import type { FieldFacts } from "./field-facts.ts";

const endpointId = "0b7f5c1e-2d3a-4f6b-8c9d-1e2f3a4b5c6d";
const example = {
  type: "speech.request.completed",
  timestamp: "2027-02-28T10:00:00.000Z",
  data: { request_id: "9b2d7c1e-5f3a-4e8b-a6d0-2c4f1e7b9a35", request_type: "asr", status: "completed" },
};

/** The addresses of customers, and the calls of them. */
export const callbackFields: FieldFacts = {
  endpoint_id: ["Id of the webhook endpoint.", endpointId],
  "WebhookEndpoint.url": ["The address that is called.", "https://example.com/hooks/speech"],
  "CreatedWebhookEndpoint.url": ["The address that is called.", "https://example.com/hooks/speech"],
  "WebhookDelivery.url": ["The address of a single call; null for that of the endpoint.", null],
  events: ["The events that it is called for.", ["speech.request.completed"]],
  include: ["The contents that bodies have beside ids."],
  "WebhookEndpoint.state": ["Whether it is called."],
  "CreatedWebhookEndpoint.state": ["Whether it is called."],
  failing_since: ["When the first of the last calls failed (UTC); null while they succeed.", null],
  disabled_reason: [
    "Why it is not called: by its owner (`account`), since it answered 410 (`gone`), or failed for days (`failures`); null while it is.",
  ],
  disabled_at: ["When it was disabled (UTC); null while it is enabled.", null],
  secret: ["Signs every call, by Standard Webhooks.", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
  former_secret_until: ["Until when the old secret signs as well (UTC); null for no longer.", later],
  grace_period_days: ["For how many more days the old one works.", 1],
  delivery_id: ["Id of the call.", "3c9d1f0a-7b2e-4a5c-8d6f-9e0b1a2c3d4e"],
  "WebhookDelivery.event_id": [
    "Id of the event, the same for every attempt: the header `webhook-id`.",
    "5d4c3b2a-1f0e-4d9c-8b7a-6f5e4d3c2b1a",
  ],
  "WebhookDelivery.type": ["The event; null while the request has not ended.", "speech.request.completed"],
  "WebhookDelivery.status": [
    "`waiting` for the end of the request, `pending` until an attempt succeeds, `delivered`, or `failed` after the last attempt.",
  ],
  attempts: ["How many attempts were made.", 1],
  next_attempt_at: ["When the next one is made (UTC); null for none, and while one is being made.", null],
  last_status: ["The status of the last answer; null without one.", 200],
  last_error: ["Why the last attempt failed; null after a success.", null],
  last_attempt_at: ["When the last attempt ended (UTC); null before the first.", moment],
  last_duration_ms: ["How long the last attempt took, in milliseconds; null before the first.", 48],
  "WebhookDelivery.payload": ["The body, without a transcript; null while the request has not ended.", example],
};
