import { z } from "zod";
import {
  callbackEventTypes,
  deliveryStatuses,
  disabledReasons,
  endpointIncludes,
  endpointStates,
} from "#db/webhook-schema.ts";
import { list } from "#src/api/validation/list.ts";
import { literal } from "#src/api/validation/literal.ts";
import { integer } from "#src/api/validation/number.ts";
import { pageQuery } from "#src/api/validation/page.ts";
import { text } from "#src/api/validation/text.ts";
import { uuid } from "#src/api/validation/uuid.ts";

const urlMax = 2_000;
const descriptionMax = 500;
/** Values may be named twice. */
const listMax = 20;

const url = text({ min: 1, max: urlMax }).meta({
  description: "The address that is called, with https. It must lead to a public network.",
  examples: ["https://example.com/hooks/speech"],
});
const events = list(literal(callbackEventTypes), { min: 1, max: listMax }).meta({
  description: "The events that it is called for.",
  examples: [["speech.request.completed", "speech.request.failed"]],
});
const include = list(literal(endpointIncludes), { max: listMax }).meta({
  description:
    "`transcript` adds the transcript to `speech.request.completed`, up to 256 KiB. A key needs the scope `speech` to ask for it.",
});
const description = text({ max: descriptionMax });

export const endpointBody = z.object({
  url,
  events: events.default([...callbackEventTypes]),
  include: include.default([]),
  description: description.default(""),
});

export const endpointChange = z.object({
  url: url.optional(),
  events: events.optional(),
  include: include.optional(),
  description: description.optional(),
  state: literal(endpointStates).optional().meta({
    description: "`disabled` stops all calls, `enabled` resumes them: what was not delivered is sent then.",
  }),
});

export const endpointParams = z.object({ endpoint_id: uuid() });
export const deliveryParams = z.object({ delivery_id: uuid() });

export const rotationBody = z.object({
  grace_period_days: integer({ min: 0, max: 7 })
    .default(1)
    .meta({ description: "For how many more days the old secret signs as well." }),
});

export const deliveryQuery = z.object({
  ...pageQuery,
  status: literal(deliveryStatuses).optional().meta({ description: "All when absent." }),
});

const dateTime = z.iso.datetime();
const secret = z.string();

const endpoint = z.object({
  endpoint_id: z.uuid(),
  url: z.string(),
  description: z.string(),
  events: z.array(z.enum(callbackEventTypes)),
  include: z.array(z.enum(endpointIncludes)),
  state: z.enum(endpointStates),
  failing_since: dateTime.nullable(),
  disabled_reason: z.enum(disabledReasons).nullable(),
  disabled_at: dateTime.nullable(),
  created_at: dateTime,
});

export const endpointAnswer = endpoint.meta({ id: "WebhookEndpoint" });
export const endpointList = z.object({ items: z.array(endpointAnswer) }).meta({ id: "WebhookEndpointList" });
export const createdEndpoint = endpoint
  .extend({ secret: secret.meta({ description: "Signs every call. It is shown this once and never again." }) })
  .meta({ id: "CreatedWebhookEndpoint" });
export const rotatedSecret = z
  .object({
    endpoint_id: z.uuid(),
    secret: secret.meta({ description: "The new secret. It is shown this once and never again." }),
    former_secret_until: dateTime.nullable(),
  })
  .meta({ id: "RotatedWebhookSecret" });
export const deletedEndpoint = z
  .object({ endpoint_id: z.uuid(), deleted: z.literal(true) })
  .meta({ id: "DeletedWebhookEndpoint" });
export const defaultSecret = z
  .object({
    endpoint_id: z.uuid().meta({ description: "Its log is that of calls to the addresses of single requests." }),
    secret: secret.meta({ description: "Signs what goes to a `callback_url`." }),
  })
  .meta({ id: "WebhookSecret" });

export const deliveryAnswer = z
  .object({
    delivery_id: z.uuid(),
    endpoint_id: z.uuid(),
    event_id: z.string(),
    type: z.string().nullable(),
    url: z.string().nullable(),
    status: z.enum(deliveryStatuses),
    attempts: z.int(),
    next_attempt_at: dateTime.nullable(),
    last_status: z.int().nullable(),
    last_error: z.string().nullable(),
    last_attempt_at: dateTime.nullable(),
    last_duration_ms: z.int().nullable(),
    payload: z.unknown(),
    created_at: dateTime,
  })
  .meta({ id: "WebhookDelivery" });
