import type { ExpressionBuilder, Selectable } from "kysely";
import type { Database, Db } from "#db/schema.ts";
import { shownName } from "#src/domain/accounts/shown-name.ts";
import { listNewestFirst, type Page } from "#src/domain/pages/list-page.ts";

type Row = Selectable<Database["webhook_events"]>;

export interface WebhookEventFilter extends Page {
  readonly provider?: Row["provider"] | undefined;
  readonly status?: Row["status"] | undefined;
  readonly type?: string | undefined;
  /** True for resolved events, false for those that an admin should resolve. */
  readonly resolved?: boolean | undefined;
}

/** An event as an operator sees it: never what it says, which is about a person. */
export type ListedWebhookEvent = Awaited<ReturnType<typeof listWebhookEvents>>["items"][number];

const columns = [
  ...(["id", "provider", "event_id", "event_type", "subject", "status", "detail"] as const),
  ...(["received_at", "processed_at", "resolved_at", "resolved_by"] as const),
] as const;

const select = (db: Db) =>
  db
    .selectFrom("webhook_events")
    .select(columns)
    .select((eb) => [
      // Pages are sorted by `created_at`.
      "received_at as created_at",
      eb
        .selectFrom("payment_orders")
        .select("user_id")
        .whereRef("payment_orders.provider_order_id", "=", "webhook_events.subject")
        .where("webhook_events.provider", "=", "payment")
        // An event does not say which payment provider sent it.
        .limit(1)
        .as("user_id"),
      eb
        .selectFrom("payment_orders")
        .innerJoin("users", "users.id", "payment_orders.user_id")
        .select(shownName.as("name"))
        .whereRef("payment_orders.provider_order_id", "=", "webhook_events.subject")
        .where("webhook_events.provider", "=", "payment")
        .limit(1)
        .as("user_name"),
      eb
        .selectFrom("users")
        .select(shownName.as("name"))
        .whereRef("users.id", "=", "webhook_events.resolved_by")
        .as("resolved_by_name"),
    ]);

/** The event was not applied, and no admin has resolved it. */
export const needsAttention = (eb: ExpressionBuilder<Database, "webhook_events">) =>
  eb.and([eb("status", "in", ["quarantined", "failed"]), eb("resolved_at", "is", null)]);

/** One page of events, newest first, and how many there are. */
export async function listWebhookEvents(
  { db }: { readonly db: Db },
  { provider, status, type, resolved, page, limit }: WebhookEventFilter,
) {
  const matching = select(db)
    .$if(provider !== undefined, (query) => query.where("provider", "=", provider ?? "payment"))
    .$if(status !== undefined, (query) => query.where("status", "=", status ?? "failed"))
    .$if(type !== undefined, (query) => query.where("event_type", "=", type ?? ""))
    .$if(resolved === true, (query) => query.where("resolved_at", "is not", null))
    .$if(resolved === false, (query) => query.where(needsAttention));
  return listNewestFirst(db, matching, { page, limit });
}

/** The same of one event; null when there is none. */
export const findListedWebhookEvent = async (
  { db }: { readonly db: Db },
  id: string,
): Promise<ListedWebhookEvent | null> => (await select(db).where("id", "=", id).executeTakeFirst()) ?? null;
