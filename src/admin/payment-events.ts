import { z } from "zod";
import { webhookEventStatuses } from "#db/schema.ts";
import {
  listWebhookEvents,
  type ListedWebhookEvent,
  type WebhookEventFilter,
} from "#src/domain/webhook-events/list-webhook-events.ts";
import { resolveWebhookEvent } from "#src/domain/webhook-events/resolve-webhook-event.ts";
import { adminCommand } from "./command.ts";
import { printable } from "./printable.ts";
import { wholeNumber } from "./whole-number.ts";

const statuses = [...webhookEventStatuses, "done", "all"] as const;

const options = z.object({
  status: z
    .enum(statuses, { error: `--status must be one of ${statuses.join(", ")}` })
    .default("quarantined")
    .meta({ placeholder: "<status>", description: `${statuses.join(", ")} (quarantined)` }),
  limit: wholeNumber("limit", 1_000)
    .default(20)
    .meta({ placeholder: "<n>", description: "how many at most, 1 to 1000 (20)" }),
  resolve: z.uuid({ error: "--resolve must be a UUID" }).optional().meta({
    placeholder: "<uuid>",
    description: "marks the event with this id as resolved instead; this cannot be undone",
  }),
});

/** Prints one line for each event. */
export const paymentEvents = adminCommand({
  name: "payment-events",
  summary: "Lists events of the payment provider, newest first; by default those that need attention.",
  options,
  run: async ({ status, limit, resolve }, { db }) => {
    if (resolve !== undefined) {
      const event = presentEvent(await resolveWebhookEvent({ db }, { id: resolve, adminId: null }));
      return { text: `${event.id} was resolved at ${event.resolved_at}.`, json: event };
    }
    const { items } = await listWebhookEvents({ db }, { ...filterOf(status), provider: "payment", page: 1, limit });
    const shown = `${items.length} events.`;
    return { text: [...items.map(lineOf), shown].join("\n"), json: { items: items.map(presentEvent) } };
  },
});

/** Resolved events need no action, so they are shown only with that filter or with `all`. */
function filterOf(status: (typeof statuses)[number]): Pick<WebhookEventFilter, "status" | "resolved"> {
  if (status === "all") return {};
  if (status === "done") return { resolved: true };
  return status === "quarantined" || status === "failed" ? { status, resolved: false } : { status };
}

const presentEvent = (event: ListedWebhookEvent) => ({
  id: event.id,
  event_id: event.event_id,
  type: event.event_type,
  order_id: event.subject,
  status: event.status,
  received_at: event.received_at.toISOString(),
  detail: event.detail,
  resolved_at: event.resolved_at?.toISOString() ?? null,
});

function lineOf(event: ListedWebhookEvent): string {
  const { id, event_id, type, order_id, status, received_at, detail, resolved_at } = presentEvent(event);
  const done = resolved_at === null ? "" : `(resolved at ${resolved_at})`;
  return printable([id, event_id, type, order_id ?? "-", status, received_at, detail ?? "", done].join("  ")).trimEnd();
}
