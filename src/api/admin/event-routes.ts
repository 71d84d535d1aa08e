import { z } from "zod";
import { webhookEventStatuses, webhookProviders } from "#db/schema.ts";
import { noBody } from "#src/api/bodies/body.ts";
import { pageOf, pageQuery, presentPage } from "#src/api/validation/page.ts";
import { accountRoute } from "#src/api/route.ts";
import { boolean } from "#src/api/validation/boolean.ts";
import { literal } from "#src/api/validation/literal.ts";
import { text } from "#src/api/validation/text.ts";
import { uuid } from "#src/api/validation/uuid.ts";
import {
  findListedWebhookEvent,
  type ListedWebhookEvent,
  listWebhookEvents,
} from "#src/domain/webhook-events/list-webhook-events.ts";
import { resolveWebhookEvent } from "#src/domain/webhook-events/resolve-webhook-event.ts";
import { DomainError } from "#src/errors.ts";
import { accountName } from "./account-schemas.ts";
import { noInput } from "#src/api/validation/no-input.ts";

const tag = "Admin";
const path = "/v1/admin/webhook-events/{webhook_event_id}";
const params = z.object({ webhook_event_id: uuid() });
const facts = { tag, access: "admin", scope: "admin", body: noBody } as const;

const listQuery = z.object({
  ...pageQuery,
  provider: literal(webhookProviders).optional(),
  status: literal(webhookEventStatuses).optional(),
  type: text({ min: 1, max: 200 }).optional(),
  resolved: boolean().optional(),
});

const event = z
  .object({
    webhook_event_id: z.uuid(),
    provider: z.enum(webhookProviders),
    event_id: z.string().meta({ description: "The provider's." }),
    type: z.string(),
    subject: z.string().nullable().meta({ description: "The provider's id of the person or the order." }),
    user_id: z.uuid().nullable().meta({ description: "The account whose order it concerns." }),
    user_name: accountName,
    status: z.enum(webhookEventStatuses),
    detail: z.string().nullable().meta({ description: "Why it was not applied." }),
    received_at: z.iso.datetime(),
    processed_at: z.iso.datetime().nullable(),
    resolved_at: z.iso.datetime().nullable().meta({ description: "When it was resolved." }),
    resolved_by: z.uuid().nullable().meta({ description: "The admin who resolved it; null for the command line." }),
    resolved_by_name: accountName,
  })
  .meta({ id: "WebhookEvent" });

const presentEvent = (row: ListedWebhookEvent) => ({
  webhook_event_id: row.id,
  provider: row.provider,
  event_id: row.event_id,
  type: row.event_type,
  subject: row.subject,
  user_id: row.user_id,
  user_name: row.user_name,
  status: row.status,
  detail: row.detail,
  received_at: row.received_at.toISOString(),
  processed_at: row.processed_at?.toISOString() ?? null,
  resolved_at: row.resolved_at?.toISOString() ?? null,
  resolved_by: row.resolved_by,
  resolved_by_name: row.resolved_by_name,
});

const list = accountRoute(
  {
    ...facts,
    method: "get",
    path: "/v1/admin/webhook-events",
    operationId: "admin.webhookEvents.list",
    summary: "List the notifications of the providers",
    description:
      "Without the contents of events, which are personal data. `resolved=false` selects those that need attention: " +
      "`quarantined` or `failed`, and not marked as done; `resolved=true` those that are.",
    params: noInput,
    query: listQuery,
    responses: { 200: { description: "One page.", schema: pageOf(event).meta({ id: "WebhookEventPage" }) } },
    errors: [],
  },
  async ({ query }, _caller, { resources: { db } }) => {
    const { items, ...length } = await listWebhookEvents({ db }, query);
    return { status: 200, data: presentPage({ items: items.map(presentEvent), ...length }, query) };
  },
);

const show = accountRoute(
  {
    ...facts,
    method: "get",
    path,
    operationId: "admin.webhookEvents.get",
    summary: "Read a notification",
    params,
    query: noInput,
    responses: { 200: { description: "The event.", schema: event } },
    errors: ["webhook_event_not_found"],
  },
  async ({ params: { webhook_event_id: id } }, _caller, { resources: { db } }) => {
    const found = await findListedWebhookEvent({ db }, id);
    if (found === null) throw new DomainError("webhook_event_not_found");
    return { status: 200, data: presentEvent(found) };
  },
);

const resolve = accountRoute(
  {
    ...facts,
    method: "post",
    path: `${path}/resolve`,
    operationId: "admin.webhookEvents.resolve",
    summary: "Mark a quarantined or failed notification as resolved",
    description:
      "This cannot be undone, and does not apply the event. Repeating it returns the same time; 409 for " +
      "events that need no attention.",
    params,
    query: noInput,
    responses: { 200: { description: "The event.", schema: event } },
    errors: ["webhook_event_not_found", "invalid_transition"],
  },
  async ({ params: { webhook_event_id: id } }, { userId: adminId }, { resources }) => ({
    status: 200,
    data: presentEvent(await resolveWebhookEvent(resources, { id, adminId })),
  }),
);

/** The routes of the events that the identity provider and the payment provider have sent. */
export const adminEventRoutes = [list, show, resolve];
