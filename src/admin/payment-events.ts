import { z } from "zod";
import { webhookEventStatuses } from "#db/schema.ts";
import { listWebhookEvents, type ListedWebhookEvent } from "#src/domain/webhook-events/queries.ts";
import { adminCommand } from "./command.ts";
import { printable } from "./printable.ts";
import { wholeNumber } from "./whole-number.ts";

const statuses = [...webhookEventStatuses, "all"] as const;

const options = z.object({
  status: z
    .enum(statuses, { error: `--status must be one of ${statuses.join(", ")}` })
    .default("quarantined")
    .meta({ placeholder: "<status>", description: `${statuses.join(", ")} (quarantined)` }),
  limit: wholeNumber("limit", 1_000)
    .default(20)
    .meta({ placeholder: "<n>", description: "how many at most, 1 to 1000 (20)" }),
});

/** Prints one line for each event. */
export const paymentEvents = adminCommand({
  name: "payment-events",
  summary: "Lists events of the payment provider, newest first: those that somebody should look at, or others.",
  options,
  run: async ({ status, limit }, { db }) => {
    const items = await listWebhookEvents(db, { provider: "payment", status: status === "all" ? null : status, limit });
    const shown = `${items.length} events.`;
    return { text: [...items.map(lineOf), shown].join("\n"), json: { items: items.map(presentEvent) } };
  },
});

const presentEvent = (event: ListedWebhookEvent) => ({
  id: event.id,
  event_id: event.event_id,
  type: event.event_type,
  order_id: event.subject,
  status: event.status,
  received_at: event.received_at.toISOString(),
  detail: event.detail,
});

function lineOf(event: ListedWebhookEvent): string {
  const { id, event_id, type, order_id, status, received_at, detail } = presentEvent(event);
  return printable([id, event_id, type, order_id ?? "-", status, received_at, detail ?? ""].join("  ")).trimEnd();
}
